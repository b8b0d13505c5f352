import { confirmationDays } from "../../../contract/holder-confirmations/holder-confirmations.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { dayMs, hourMs } from "../../../contract/time/durations.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { hashToken, newToken } from "../../../server/auth/tokens.ts";
import { newId } from "../../../server/db/new-id.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { listRecipients } from "../../../server/features/customer-questions/recipients.ts";
import { deriveDeadlines } from "../../../server/features/deadlines/derive.ts";
import { confirm, findConfirmation } from "../../../server/features/holder-confirmations/confirm.ts";
import { updateRecord } from "../../../server/records/commands.ts";
import { storeOf } from "../../../server/records/registry.ts";
import type { Stage } from "../stage.ts";
import type { World } from "../world.ts";

interface Held {
  id: string;
  nameAce: string;
  customerId: string;
  customer: string;
  contact: { id: string; name: string; email: string };
}

const heldCount = 12;
const asker = "Jana Petersen";

/**
 * Who holds some of the domains and what they said when they were asked, two whose registry waits for a confirmation, and
 * one that moves. The links are those of a mail, which nobody sends in a demo.
 */
export async function askHolders(stage: Stage): Promise<World["pages"]> {
  const [own, asked, expired, waiting, overdue, moving, ...others] = await readHeld(stage);
  if (!own || !asked || !expired || !waiting || !overdue || !moving)
    throw new Error("the sample agency has too few domains whose holder is known");
  const today = portalDate(stage.present);
  const long = new Date(stage.present.getTime() - 400 * dayMs);
  for (const held of [asked, expired, waiting, overdue, moving, ...others])
    await change(stage, held, { at: long, body: holderOf(held) });
  // Mail to this holder ends together with the domain.
  await change(stage, own, { at: long, body: { ...holderOf(own), holderEmail: `inhaber@${own.nameAce}` } });
  for (const held of others) await answer(stage, held, await ask(stage, held, 250));
  const open = await ask(stage, asked, 9);
  const late = await ask(stage, expired, confirmationDays + 20);
  await change(stage, waiting, {
    at: new Date(stage.present.getTime() - 12 * dayMs),
    body: { nis2Status: "requested", nis2RequestedAt: addDays(today, -12), nis2DeadlineAt: addDays(today, 18) },
  });
  await change(stage, overdue, {
    at: new Date(stage.present.getTime() - 6 * dayMs),
    body: { nis2Status: "overdue", nis2RequestedAt: addDays(today, -36), nis2DeadlineAt: addDays(today, -6) },
  });
  await change(stage, moving, {
    at: new Date(stage.present.getTime() - 5 * hourMs),
    body: { movingUntil: addDays(today, 3) },
  });
  stage.setClock(stage.present);
  // What asks for something follows from today, and was worked out at the time of each change.
  const changed = [own, asked, expired, waiting, overdue, moving, ...others].map(({ id }) => id);
  await transact(systemContext(stage.services), (tx) => deriveDeadlines(tx, "domain", changed));
  return [
    { label: `Frage an den Inhaber von ${asked.nameAce}`, path: `/confirm/${open}` },
    { label: `Abgelaufene Frage an den Inhaber von ${expired.nameAce}`, path: `/confirm/${late}` },
  ];
}

/** Domains of customers somebody can write to, one of each. */
async function readHeld({ services: { db } }: Stage): Promise<Held[]> {
  const rows = await db
    .selectFrom("domains as d")
    .innerJoin("customers as c", "c.id", "d.customerId")
    .select(["d.id", "d.nameAce", "d.customerId", "c.title as customer"])
    .where("d.archivedAt", "is", null)
    .where("d.purpose", "=", "website")
    .where("d.renewDecision", "=", "keep")
    .orderBy("d.sortTitle")
    .orderBy("d.id")
    .execute();
  const held = new Map<string, Held>();
  for (const { customerId, ...domain } of rows) {
    const [contact] = customerId && !held.has(customerId) ? await listRecipients(db, customerId) : [];
    if (customerId && contact) held.set(customerId, { ...domain, customerId, contact });
    if (held.size === heldCount) break;
  }
  return [...held.values()];
}

const holderOf = ({ customer, contact }: Held) => ({
  ownership: "customer",
  holderType: "organisation",
  holderName: customer,
  holderEmail: `${contact.email.split("@")[0]}@postfach.example`,
  holderPhone: "+49 4101 5550123",
});

async function change(stage: Stage, { id }: Held, { at, body }: { at: Date; body: RecordBody }) {
  stage.setClock(at);
  const { version } = await stage.services.db
    .selectFrom("domains")
    .select("version")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await updateRecord(storeOf("domain"), stage.as(asker), { params: { id }, body, version });
}

/** Asks as „Inhaberdaten prüfen lassen …“ does, without its mail; the token of the link. */
async function ask(stage: Stage, held: Held, daysAgo: number): Promise<string> {
  const at = new Date(stage.present.getTime() - daysAgo * dayMs);
  await change(stage, held, { at, body: { lastHolderReminderAt: portalDate(at) } });
  const [id, token] = [newId(), newToken()];
  const { db } = stage.services;
  await db
    .insertInto("holderConfirmations")
    .values({
      id,
      tokenHash: hashToken(token),
      customerId: held.customerId,
      contactId: held.contact.id,
      email: held.contact.email,
      name: held.contact.name,
      askedById: stage.as(asker).person.id,
      expiresOn: addDays(portalDate(at), confirmationDays),
      createdAt: at.toISOString(),
      withdrawnAt: null,
      answeredAt: null,
      answeredName: null,
      answeredIp: null,
    })
    .execute();
  await db
    .insertInto("holderConfirmationItems")
    .values({ holderConfirmationId: id, domainId: held.id, answer: null, correction: null })
    .execute();
  return token;
}

/** Most confirm two days later; what somebody has to correct stands there with their words. */
async function answer(stage: Stage, { contact, nameAce }: Held, token: string): Promise<void> {
  stage.setClock(new Date(stage.present.getTime() - 248 * dayMs));
  const asked = await findConfirmation(stage.services, token);
  const isWrong = nameAce.length % 4 === 0;
  const answers = (asked?.items ?? []).map(({ key, fingerprint }) => [
    key,
    isWrong
      ? { answer: "wrong", fingerprint, correction: "Die Telefonnummer ist nicht mehr unsere." }
      : { answer: "right", fingerprint, correction: "" },
  ]);
  const form = { name: contact.name, answers: Object.fromEntries(answers) };
  await confirm(stage.services, { token, ip: "203.0.113.77", form });
}

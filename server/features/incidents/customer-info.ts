import type { z } from "zod";
import type { CustomerInfoDraft } from "../../../contract/incidents/incident-page.ts";
import type * as contract from "../../../contract/incidents/incidents-input.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { portalTime } from "../../../contract/time/portal-time.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { queueMail } from "../../mail/queue.ts";
import { invalidField, notFound } from "../../problem.ts";
import type { Queryable } from "../../search/run.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { writeEntry } from "./entries.ts";

/** „Kundeninfo entwerfen“: what could be written to a customer, about what is theirs and nothing else. Throws not_found. */
export async function draftCustomerInfo(
  { db, person }: PersonContext,
  { id, customerId }: z.output<typeof contract.draftCustomerInfo>,
): Promise<CustomerInfoDraft> {
  const hit = await readHit(db, id, customerId);
  const recipients = await readRecipients(db, customerId);
  const { day, time } = portalTime(new Date(hit.startedAt));
  const began = `${formatCalendarDate(day)}, ${time} Uhr`;
  const list = hit.members.map((label) => `- ${label}`).join("\n");
  const text = hit.endedAt
    ? `Guten Tag,\n\nseit ${began} war Folgendes nicht oder nur eingeschränkt erreichbar:\n\n${list}\n\nDie Störung ist behoben, alles läuft wieder.\n\nFreundliche Grüße\n${person.name}`
    : `Guten Tag,\n\nseit ${began} ist Folgendes nicht oder nur eingeschränkt erreichbar:\n\n${list}\n\nWir arbeiten daran und melden uns, sobald alles wieder läuft.\n\nFreundliche Grüße\n${person.name}`;
  const what = hit.members.length === 1 ? hit.members[0] : `${hit.members.length} Ihrer Websites`;
  return {
    customer: { id: customerId, label: hit.customer },
    recipients,
    subject: hit.endedAt ? `Behoben: Störung bei ${what}` : `Störung bei ${what}`,
    text,
  };
}

/** Sends what a person has made of the draft to a contact of the customer, and says so in the timeline. */
export async function sendCustomerInfo(
  ctx: PersonContext,
  { id, customerId, contactId, subject, text }: z.output<typeof contract.sendCustomerInfo>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const { customer } = await readHit(tx.db, id, customerId);
    const contact = (await readRecipients(tx.db, customerId)).find((each) => each.id === contactId);
    if (!contact)
      throw invalidField("contactId", "Empfänger: Diese Person hat keine E-Mail-Adresse bei diesem Kunden.");
    await queueMail(tx, {
      to: { email: contact.email, name: contact.name },
      kind: "incident",
      subject,
      paragraphs: text.split(/\n{2,}/),
    });
    await noteSent(tx, id, `${customer}: an ${contact.name} gesendet`);
    return { id };
  });
}

async function noteSent(tx: Tx, id: string, text: string): Promise<void> {
  await writeEntry(tx, id, { kind: "customerInfo", text });
  tx.signal({ event: "recordsChanged", payload: { records: { type: "incident", ids: [id] } } });
}

async function readHit(db: Queryable, id: string, customerId: string) {
  const rows = await db
    .selectFrom("incidentMembers as m")
    .innerJoin("incidents as i", "i.id", "m.incidentId")
    .innerJoin("customers as c", "c.id", "m.customerId")
    .select(["m.label", "i.startedAt", "i.endedAt", "c.title as customer"])
    .where("m.incidentId", "=", id)
    .where("m.customerId", "=", customerId)
    .orderBy("m.label")
    .execute();
  const [first] = rows;
  if (!first) throw notFound();
  return { ...first, members: rows.map(({ label }) => label) };
}

/** Whom a customer has for it: technical people and those for emergencies first, then the main contact. */
async function readRecipients(db: Queryable, customerId: string): Promise<CustomerInfoDraft["recipients"]> {
  const rows = await db
    .selectFrom("contacts")
    .select(["id", "firstName", "lastName", "email", "roles", "isPrimary"])
    .where("customerId", "=", customerId)
    .where("archivedAt", "is", null)
    .where("leftAt", "is", null)
    .where("email", "is not", null)
    .orderBy("lastName")
    .execute();
  const rank = ({ roles, isPrimary }: (typeof rows)[number]) =>
    (/emergency|tech/.test(roles ?? "") ? 2 : 0) + (isPrimary ? 1 : 0);
  return rows
    .toSorted((a, b) => rank(b) - rank(a))
    .map(({ id, firstName, lastName, email }) => ({
      id,
      name: [firstName, lastName].filter(Boolean).join(" "),
      email: email ?? "",
    }));
}

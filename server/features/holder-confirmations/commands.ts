import type { z } from "zod";
import { confirmationDays } from "../../../contract/holder-confirmations/holder-confirmations.ts";
import type * as contract from "../../../contract/holder-confirmations/holder-confirmations-input.ts";
import { mailTexts } from "../../../contract/mail/mail-texts.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { hashToken, newToken } from "../../auth/tokens.ts";
import { newId } from "../../db/new-id.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { mailMessages } from "../../mail/mail-messages.ts";
import { queueMail } from "../../mail/queue.ts";
import { notFound, Problem } from "../../problem.ts";
import { updateRecordIn } from "../../records/commands.ts";
import { storeOf } from "../../records/registry.ts";
import type { Stored } from "../../records/stored.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { assertAskable, readRecipient } from "../customer-questions/recipients.ts";
import { findWaiting, readHeldDomain } from "./holders.ts";

/** Asks a contact of a customer by mail whether the data are right under which their domains are registered. */
export async function askHolder(
  ctx: PersonContext,
  { customerId, contactId, domainIds }: z.output<typeof contract.askHolder>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    await assertAskable(tx, customerId);
    const recipient = await readRecipient(tx, customerId, contactId);
    const domains = await readDomains(tx, customerId, domainIds);
    const today = portalDate(tx.now());
    const [id, token, expiresOn] = [newId(), newToken(), addDays(today, confirmationDays)];
    await tx.db
      .insertInto("holderConfirmations")
      .values({
        id,
        tokenHash: hashToken(token),
        customerId,
        contactId,
        ...recipient,
        askedById: ctx.person.id,
        expiresOn,
        createdAt: tx.now().toISOString(),
        withdrawnAt: null,
        answeredAt: null,
        answeredName: null,
        answeredIp: null,
      })
      .execute();
    for (const domain of domains) {
      await tx.db
        .insertInto("holderConfirmationItems")
        .values({ holderConfirmationId: id, domainId: domain.id, answer: null, correction: null })
        .execute();
      await updateRecordIn(tx, storeOf("domain"), ctx, {
        params: { id: domain.id },
        body: { lastHolderReminderAt: today },
      });
      await tx.record({ kind: "domain.holder-asked", subject: { type: "domain", id: domain.id } });
    }
    await mailLink(tx, ctx, { ...recipient, token, expiresOn, domains });
    return { id };
  });
}

/** Takes a question back that nobody has answered; its link leads nowhere from then on. */
export async function withdrawConfirmation(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const withdrawn = await tx.db
      .updateTable("holderConfirmations")
      .set({ withdrawnAt: tx.now().toISOString() })
      .where("id", "=", id)
      .where("answeredAt", "is", null)
      .where("withdrawnAt", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (withdrawn) return { id };
    const known = await tx.db.selectFrom("holderConfirmations").select("id").where("id", "=", id).executeTakeFirst();
    if (!known) throw notFound();
    throw new Problem("conflict", { message: "Diese Frage ist schon beantwortet oder zurückgezogen." });
  });
}

async function readDomains(tx: Tx, customerId: string, ids: readonly string[]): Promise<Stored[]> {
  const today = portalDate(tx.now());
  const domains: Stored[] = [];
  for (const id of ids) {
    const domain = await readHeldDomain(tx.db, customerId, id);
    if (!domain)
      throw new Problem("precondition", {
        message: "Eine der Domains hat keine Inhaberdaten, liegt im Archiv oder gehört nicht zu diesem Kunden.",
      });
    const waiting = await findWaiting(tx.db, id, today);
    if (waiting)
      throw new Problem("conflict", { message: `Zu „${waiting.title}“ wartet schon eine Frage auf Antwort.` });
    domains.push(domain);
  }
  return domains;
}

interface Link {
  name: string;
  email: string;
  token: string;
  expiresOn: string;
  domains: readonly Stored[];
}

/** The mail names domains; who holds them shows only the page of the link. */
async function mailLink(tx: Tx, ctx: PersonContext, { name, email, token, expiresOn, domains }: Link): Promise<void> {
  const words = { Name: name, Person: ctx.person.name, Termin: formatCalendarDate(expiresOn) };
  await queueMail(tx, {
    to: { email, name },
    kind: "question",
    isConfidential: true,
    vault: ctx.vault,
    ...(await mailMessages(tx.db, "holderConfirmation", words)),
    sections: [
      { title: "Darum geht es", items: domains.map(({ title }) => ({ title, path: null, at: "", text: "" })) },
    ],
    action: { label: mailTexts.holderConfirmation.action, path: `/confirm/${token}` },
  });
}

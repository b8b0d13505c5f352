import type { z } from "zod";
import type { CustomerInfoDraft } from "../../../../contract/incidents/incident-page.ts";
import type * as contract from "../../../../contract/incidents/incidents-input.ts";
import { type Tx, transact } from "../../../db/transact.ts";
import { queueMail } from "../../../mail/queue.ts";
import { invalidField, notFound } from "../../../problem.ts";
import { findCreatedId, noteCreation } from "../../../records/forms/creations.ts";
import type { Queryable } from "../../../search/run.ts";
import type { PersonContext } from "../../../trpc/context.ts";
import { writeEntry } from "../entries.ts";
import { draftTo, type Hit } from "./customer-info-text.ts";

/** „Kundeninfo entwerfen“: what could be written to a customer, about what is theirs and nothing else. Throws not_found. */
export async function draftCustomerInfo(
  { db, person }: PersonContext,
  { id, customerId }: z.output<typeof contract.draftCustomerInfo>,
): Promise<CustomerInfoDraft> {
  const { customer, ...hit } = await readHit(db, id, customerId);
  const recipients = await readRecipients(db, customerId);
  return { customer: { id: customerId, label: customer }, recipients, ...draftTo(hit, person.name) };
}

/**
 * Sends what a person has made of the draft to a contact of the customer, and says so in the timeline; sent again under
 * the same `creationId` nothing leaves twice.
 */
export async function sendCustomerInfo(
  ctx: PersonContext,
  { id, customerId, contactId, subject, text, creationId }: z.output<typeof contract.sendCustomerInfo>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    if (creationId && (await findCreatedId(tx, ctx, { type: "customerInfo", creationId }))) return { id };
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
    if (creationId) await noteCreation(tx, ctx, { type: "customerInfo", creationId, id });
    return { id };
  });
}

async function noteSent(tx: Tx, id: string, text: string): Promise<void> {
  await writeEntry(tx, id, { kind: "customerInfo", text });
  tx.signal({ event: "recordsChanged", payload: { records: { type: "incident", ids: [id] } } });
}

async function readHit(db: Queryable, id: string, customerId: string): Promise<Hit & { customer: string }> {
  const rows = await db
    .selectFrom("incidentMembers as m")
    .innerJoin("incidents as i", "i.id", "m.incidentId")
    .innerJoin("customers as c", "c.id", "m.customerId")
    .select(["m.targetType", "m.label", "m.status", "m.isPartial", "m.since", "m.firstSince", "m.until"])
    .select(["i.state", "i.endReason", "c.title as customer"])
    .where("m.incidentId", "=", id)
    .where("m.customerId", "=", customerId)
    .orderBy("m.label")
    .execute();
  const [first] = rows;
  if (!first) throw notFound();
  const { state, endReason, customer } = first;
  const things = rows.map(({ firstSince, since, until, ...row }) => ({
    ...row,
    isPartial: row.isPartial === 1,
    // What is still away is away since it was last there; what is over has been going on since the first time.
    since: until === null ? since : (firstSince ?? since),
    until,
  }));
  return { state, endReason, customer, things };
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

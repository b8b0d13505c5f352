import { isMailConfigured } from "../../../contract/settings/mail.ts";
import type { Db } from "../../db/connection.ts";
import type { Tx } from "../../db/transact.ts";
import { invalidField, Problem } from "../../problem.ts";
import { assertActiveCustomer } from "../../records/active-customer.ts";
import { storeOf } from "../../records/registry.ts";
import { readStored } from "../../records/stored.ts";
import { readSettings } from "../../settings/read-settings.ts";

/** Who of a customer can be asked by mail, the main contact first. */
export async function listRecipients(
  db: Db,
  customerId: string,
): Promise<{ id: string; name: string; email: string }[]> {
  const rows = await db
    .selectFrom("contacts")
    .select(["id", "title", "email"])
    .where("customerId", "=", customerId)
    .where("archivedAt", "is", null)
    .where("leftAt", "is", null)
    .where("email", "is not", null)
    .orderBy("isPrimary", "desc")
    .orderBy("sortTitle")
    .orderBy("id")
    .execute();
  return rows.flatMap(({ id, title, email }) => (email ? [{ id, name: title, email }] : []));
}

/** Whom a mail to a contact of a customer goes to; refuses anybody else. */
export async function readRecipient(
  tx: Tx,
  customerId: string,
  contactId: string,
): Promise<{ email: string; name: string }> {
  const contact = await readStored(tx.db, storeOf("contact"), contactId);
  if (!contact || contact.archivedAt || contact.values.customerId !== customerId)
    throw invalidField("contactId", "Ansprechpartner: Bitte wähle jemanden dieses Kunden.");
  const { email, firstName, lastName, leftAt } = contact.values;
  if (leftAt) throw invalidField("contactId", "Ansprechpartner: Diese Person ist nicht mehr beim Kunden.");
  if (typeof email !== "string" || email === "")
    throw invalidField("contactId", "Ansprechpartner: Trage zuerst eine E-Mail-Adresse ein.");
  return { email, name: [firstName, lastName].filter(Boolean).join(" ") };
}

/** Refuses to ask a customer who is gone or archived, and anybody while no mail can be sent. */
export async function assertAskable(tx: Tx, customerId: string): Promise<void> {
  await assertActiveCustomer(tx, customerId);
  if (!isMailConfigured(await readSettings(tx.db, "mail")))
    throw new Problem("precondition", { message: "Der Mailversand ist noch nicht eingerichtet." });
}

import { erasedName } from "../../../contract/privacy/privacy.ts";
import type { Tx } from "../../db/transact.ts";
import { forgetPerson } from "../../records/personal/forget-person.ts";
import type { Identity } from "../../records/personal/redact.ts";
import { storeOf } from "../../records/registry.ts";
import type { Values } from "../../records/store.ts";
import { readStored, type Stored } from "../../records/stored.ts";

/** By what somebody is known who works for a customer. */
export function identityOfContact({ firstName, lastName, email, phone, mobile }: Values): Identity {
  const given = (...values: unknown[]) => values.filter((value): value is string => typeof value === "string");
  const names = given(firstName, lastName);
  return {
    name: names.join(" "),
    ...(typeof firstName === "string" && { firstName }),
    ...(typeof lastName === "string" && { lastName }),
    emails: given(email),
    phones: given(phone, mobile),
  };
}

/** Forgets who somebody was whose record is about to be deleted in this transaction. */
export function forgetContact(tx: Tx, { id, values }: Pick<Stored, "id" | "values">): void {
  forgetPerson(tx, { record: { type: "contact", id }, identity: identityOfContact(values), isWhole: true });
}

/** What somebody was asked by mail stays without them; a question that still waits waits no longer. */
export async function forgetQuestionsTo(tx: Tx, contactId: string): Promise<void> {
  const questions = tx.db.updateTable("customerQuestions").where("contactId", "=", contactId);
  await questions
    .set({ withdrawnAt: tx.now().toISOString() })
    .where("answeredAt", "is", null)
    .where("withdrawnAt", "is", null)
    .execute();
  const nobody = { name: erasedName, email: "", answeredName: null, answeredIp: null, contactId: null };
  await questions.set(nobody).execute();
  const confirmations = tx.db.updateTable("holderConfirmations").where("contactId", "=", contactId);
  await confirmations
    .set({ withdrawnAt: tx.now().toISOString() })
    .where("answeredAt", "is", null)
    .where("withdrawnAt", "is", null)
    .execute();
  await confirmations.set(nobody).execute();
}

/** The same for all who go with a customer. */
export async function forgetContactsOf(tx: Tx, customerId: string): Promise<void> {
  const rows = await tx.db.selectFrom("contacts").select("id").where("customerId", "=", customerId).execute();
  for (const { id } of rows) {
    const contact = await readStored(tx.db, storeOf("contact"), id);
    if (contact) forgetContact(tx, contact);
  }
}

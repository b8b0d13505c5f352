import { textOf } from "../../../contract/records/read-value.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Tx } from "../../db/transact.ts";
import { invalidField } from "../../problem.ts";
import { updateRecordIn } from "../../records/commands.ts";
import type { RecordContext } from "../../records/record-context.ts";
import type { Values } from "../../records/store.ts";
import type { Stored } from "../../records/stored.ts";
import { contacts } from "./store.ts";

/** Whether somebody is no longer with the customer on a day. */
export function hasLeft({ leftAt }: Values, day: string): boolean {
  return typeof leftAt === "string" && leftAt <= day;
}

/** The first contact of a customer is the primary one, and one stays it until another takes over. */
export async function withPrimary(tx: Tx, ctx: RecordContext, values: Values, before?: Stored): Promise<Values> {
  if (hasLeft(values, portalDate(ctx.now()))) {
    if (values.isPrimary && !before?.values.isPrimary)
      throw invalidField("body.isPrimary", "Hauptkontakt: Wer nicht mehr im Unternehmen ist, kann es nicht sein.");
    return { ...values, isPrimary: false };
  }
  const present = await presentContacts(tx, ctx, values.customerId);
  const hasOther = present.some(({ id, isPrimary }) => id !== before?.id && isPrimary === 1);
  const isNew = before?.values.customerId !== values.customerId;
  // Who comes from another customer does not take the place of the one who is asked there.
  if (before && isNew) return { ...values, isPrimary: !hasOther };
  if (hasOther || values.isPrimary) return values;
  if (before?.values.isPrimary && present.length > 1)
    throw invalidField(
      "body.isPrimary",
      "Hauptkontakt: Bestimme dafür einen anderen Ansprechpartner zum Hauptkontakt.",
    );
  return { ...values, isPrimary: true };
}

/**
 * Leaves exactly one primary contact to a customer that has any: `preferred` where it is one, else one that is it
 * already, last of all the `yielding` one, else the first that was entered.
 */
export async function keepOnePrimary(
  tx: Tx,
  ctx: RecordContext,
  customerId: unknown,
  { preferred, yielding }: { preferred?: string; yielding?: string } = {},
): Promise<void> {
  const present = await presentContacts(tx, ctx, customerId);
  const primary = present.filter(({ isPrimary }) => isPrimary === 1);
  const first = primary.find(({ id }) => id === preferred) ?? primary.find(({ id }) => id !== yielding);
  const kept = first ?? primary[0] ?? present[0];
  if (!kept) return;
  if (kept.isPrimary !== 1) await setPrimary(tx, ctx, kept.id, true);
  for (const { id } of primary) if (id !== kept.id) await setPrimary(tx, ctx, id, false);
}

async function setPrimary(tx: Tx, ctx: RecordContext, id: string, isPrimary: boolean): Promise<void> {
  await updateRecordIn(tx, contacts, ctx, { params: { id }, body: { isPrimary } });
}

/** The active contacts who are still there, in the order in which they were entered. */
async function presentContacts(tx: Tx, ctx: RecordContext, customerId: unknown) {
  const day = portalDate(ctx.now());
  return tx.db
    .selectFrom("contacts")
    .select(["id", "isPrimary"])
    .where("customerId", "=", textOf(customerId))
    .where("archivedAt", "is", null)
    .where((eb) => eb.or([eb("leftAt", "is", null), eb("leftAt", ">", day)]))
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

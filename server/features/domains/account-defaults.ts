import type { Tx } from "../../db/transact.ts";
import type { Values } from "../../records/store.ts";
import type { Stored } from "../../records/stored.ts";

/** Takes term and notice from a registrar account that a domain comes to, where nobody entered them. */
export async function withAccountDefaults(tx: Tx, values: Values, before: Stored | undefined): Promise<Values> {
  const { registrarAccountId } = values;
  if (typeof registrarAccountId !== "string" || registrarAccountId === before?.values.registrarAccountId) return values;
  const account = await tx.db
    .selectFrom("registrarAccounts")
    .select(["defaultPeriodMonths", "defaultNoticeDays"])
    .where("id", "=", registrarAccountId)
    .executeTakeFirst();
  return {
    ...values,
    periodMonths: values.periodMonths ?? account?.defaultPeriodMonths ?? null,
    noticeDays: values.noticeDays ?? account?.defaultNoticeDays ?? null,
  };
}

import { sql } from "kysely";
import { portalDate } from "../../../contract/time/today.ts";
import { timeEntries as declaration } from "../../../contract/time-entries/time-entries.ts";
import { rounded } from "../../db/dialect/numbers.ts";
import type { Tx } from "../../db/transact.ts";
import { invalidField } from "../../problem.ts";
import type { RecordStore } from "../../records/store.ts";

export const timeEntries: RecordStore = {
  declaration,
  table: "timeEntries",
  derived: {
    amountCents: () =>
      sql`select case when record.billable = 1 then ${rounded(sql`1.0 * c.hourly_rate_cents * record.minutes / 60`)} end from customers as c where c.id = record.customer_id`,
  },
  async complete(tx, ctx, values) {
    await refuseForeign(tx, "websites", values.websiteId, values.customerId, "websiteId", "Website");
    await refuseForeign(tx, "contracts", values.contractId, values.customerId, "contractId", "Vertrag");
    return {
      ...values,
      workedOn: values.workedOn ?? portalDate(ctx.now()),
      userId: values.userId ?? ctx.person.id,
    };
  },
};

/** Work for one customer is not about the website or the contract of another one. */
async function refuseForeign(
  tx: Tx,
  table: "websites" | "contracts",
  id: unknown,
  customerId: unknown,
  ...[field, label]: [field: string, label: string]
): Promise<void> {
  if (typeof id !== "string") return;
  const found = await tx.db.selectFrom(table).select("customerId").where("id", "=", id).executeTakeFirst();
  if (found?.customerId && found.customerId !== customerId)
    throw invalidField(`body.${field}`, `${label}: Gehört zu einem anderen Kunden.`);
}

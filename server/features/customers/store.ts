import { sql } from "kysely";
import { customers as declaration } from "../../../contract/customers.ts";
import { Problem } from "../../problem.ts";
import { nextNumber } from "../../records/number-range.ts";
import type { RecordStore } from "../../records/store.ts";

const countOf = (table: string) => () =>
  sql`select count(*) from ${sql.table(table)} as other where other.customer_id = record.id and other.archived_at is null`;

export const customers: RecordStore = {
  declaration,
  table: "customers",
  unique: [["number"]],
  derived: {
    websiteCount: countOf("websites"),
    domainCount: countOf("domains"),
    hostCount: countOf("hosts"),
    deviceCount: countOf("devices"),
  },
  async complete(tx, _ctx, values) {
    return values.number ? values : { ...values, number: await nextNumber(tx, "customer") };
  },
  async beforeArchive(tx, _ctx, { id }) {
    const { count } = await tx.db
      .selectFrom("contracts")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("customerId", "=", id)
      .where("status", "=", "active")
      .where("archivedAt", "is", null)
      .executeTakeFirstOrThrow();
    if (Number(count) === 0) return;
    const contracts = Number(count) === 1 ? "einen aktiven Vertrag" : `${count} aktive Verträge`;
    throw new Problem("precondition", { message: `Der Kunde hat noch ${contracts}.` });
  },
};

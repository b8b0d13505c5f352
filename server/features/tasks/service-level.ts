import { type RawBuilder, sql } from "kysely";
import { recordTypes } from "../../../contract/records/record-types.ts";
import { storeOf } from "../../records/registry.ts";
import { hasColumn } from "../../records/store.ts";

/** Over `tasks`: the service level of the customer whom a task is about, directly or through a record of theirs. */
export function levelOfTask(): RawBuilder<string> {
  const ofRecords = recordTypes
    .filter((type) => hasColumn(storeOf(type), "customerId"))
    .map((type) => {
      const { table } = storeOf(type);
      return sql`when ${type} then (select ${sql.ref(`${table}.customerId`)} from ${sql.table(table)}
        where ${sql.ref(`${table}.id`)} = tasks.target_id)`;
    });
  return sql<string>`coalesce((select c.sla_level from customers as c where c.id = case tasks.target_type
    when 'customer' then tasks.target_id ${sql.join(ofRecords, sql` `)} end), 'none')`;
}

import { type RawBuilder, sql } from "kysely";
import { idsIn } from "../../records/conditions/ids-in.ts";
import type { StoreDeadlines } from "../../records/store.ts";

/** Who has to act on the dates of a record: whoever it names itself, or else whoever looks after its customer. */
export function withCustomer(table: string): Required<Pick<StoreDeadlines, "responsibleUserId" | "follows">> {
  const customers = (ids: string): RawBuilder<unknown> =>
    sql`select id from ${sql.table(table)} where customer_id in ${idsIn(ids)} and responsible_user_id is null`;
  return {
    responsibleUserId: sql`coalesce(record.responsible_user_id,
      (select responsible_user_id from customers where id = record.customer_id))`,
    follows: { customer: customers },
  };
}

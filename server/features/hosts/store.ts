import { sql } from "kysely";
import { hosts as declaration } from "../../../contract/hosts.ts";
import type { RecordStore } from "../../records/store.ts";
import { cancelByOf } from "../../records/terms.ts";

const ownWebsites = sql`website_hosts as l inner join websites as w on w.id = l.website_id where l.host_id = record.id and w.archived_at is null`;

export const hosts: RecordStore = {
  declaration,
  table: "hosts",
  unique: [["hostname"]],
  derived: {
    websiteCount: () => sql`select count(distinct w.id) from ${ownWebsites}`,
    customerCount: () => sql`select count(distinct w.customer_id) from ${ownWebsites}`,
    monthlyCostCents: () =>
      sql`case record.billing when 'yearly' then (record.cost_cents + 6) / 12 else record.cost_cents end`,
  },
  async complete(_tx, _ctx, values) {
    return { ...values, cancelBy: cancelByOf(values.renewsAt, values.noticeDays) };
  },
};

import { sql } from "kysely";
import { domains as declaration } from "../../../contract/domains/domains.ts";
import { registrableDomain } from "../../../contract/values/domain-name.ts";
import { toUnicodeDomain } from "../../../contract/values/hostname.ts";
import { cancelByOf } from "../../records/conditions/terms.ts";
import type { RecordStore } from "../../records/store.ts";
import { withAccountDefaults } from "./account-defaults.ts";

export const domains: RecordStore = {
  declaration,
  table: "domains",
  unique: [["nameAce"]],
  derived: {
    websiteCount: () =>
      sql`select count(*) from website_domains as l inner join websites as w on w.id = l.website_id where l.domain_id = record.id and w.archived_at is null`,
    daysLeft: (today) => sql`cast(julianday(record.renews_at) - julianday(${today}) as integer)`,
    marginCents: () => sql`record.price_cents - record.cost_cents`,
  },
  async complete(tx, _ctx, given, before) {
    const values = await withAccountDefaults(tx, given, before);
    const nameAce = registrableDomain(String(values.name)) ?? String(values.name);
    return {
      ...values,
      nameAce,
      name: toUnicodeDomain(nameAce),
      tld: toUnicodeDomain(nameAce).split(".").slice(1).join("."),
      cancelBy: cancelByOf(values.renewsAt, values.noticeDays),
    };
  },
};

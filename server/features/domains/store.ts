import { sql } from "kysely";
import { domains as declaration } from "../../../contract/domains.ts";
import { registrableDomain, toUnicodeDomain } from "../../../contract/values/domain-name.ts";
import type { RecordStore } from "../../records/store.ts";
import { cancelByOf } from "../../records/terms.ts";

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
  rules: [
    ({ purpose, redirectTarget }) =>
      purpose === "redirect" && redirectTarget === null ? { redirectTarget: ["Ziel: Pflichtfeld."] } : {},
  ],
  async complete(_tx, _ctx, values) {
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

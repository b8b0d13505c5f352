import { sql } from "kysely";
import { domains as declaration } from "../../../contract/domains/domains.ts";
import { registrableDomain } from "../../../contract/values/domain-name.ts";
import { toUnicodeDomain } from "../../../contract/values/hostname.ts";
import type { Tx } from "../../db/transact.ts";
import type { Values } from "../../records/store.ts";
import type { Stored } from "../../records/stored.ts";
import { withFollowers } from "../follows/with-followers.ts";
import { completeTermOf, termHooks } from "../terms/follow-record.ts";

const termCost = {
  cents: sql`record.cost_cents * coalesce(record.period_months, 12) / 12`,
  direction: "cost",
} as const;

export const domains = withFollowers(
  {
    declaration,
    table: "domains",
    unique: [["nameAce"]],
    derived: {
      websiteCount: () =>
        sql`select count(*) from website_domains as l inner join websites as w on w.id = l.website_id where l.domain_id = record.id and w.archived_at is null`,
      daysLeft: (today) => sql`cast(julianday(record.renews_at) - julianday(${today}) as integer)`,
      marginCents: () => sql`record.price_cents - record.cost_cents`,
    },
    uniqueOf: ({ name }) => ({ nameAce: aceOf(name) }),
    deadlines: { amounts: { domainRenewal: termCost, domainCancel: termCost } },
    async complete(tx, _ctx, given, before) {
      const values = await withAccountDefaults(tx, given, before);
      const nameAce = aceOf(values.name);
      const name = toUnicodeDomain(nameAce);
      const tld = name.split(".").slice(1).join(".");
      return completeTermOf(tx, "domain", { ...values, nameAce, name, tld }, before);
    },
    ...termHooks("domain"),
  },
  "domain",
);

const aceOf = (name: unknown) => registrableDomain(String(name)) ?? String(name);

/** Takes term and notice from a registrar account that a domain comes to, where nobody entered them. */
async function withAccountDefaults(tx: Tx, values: Values, before: Stored | undefined): Promise<Values> {
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
    noticeDays: values.noticeDays ?? (values.noticeMonths === null ? (account?.defaultNoticeDays ?? null) : null),
  };
}

import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { legalRuleTitles } from "../../../contract/legal/rule-titles.ts";
import { entriesOf, keysOf } from "../../../contract/narrowing.ts";
import type { Input } from "../../../contract/records/fields.ts";
import { idsOf } from "../../../contract/records/read-value.ts";
import { toUnicodeDomain } from "../../../contract/values/hostname.ts";
import { websites as declaration } from "../../../contract/websites/websites.ts";
import { jsonSetOf, stringsOf } from "../../db/dialect/json.ts";
import type { Tx } from "../../db/transact.ts";
import { invalidField } from "../../problem.ts";
import { peopleConcerned } from "../../records/people-concerned.ts";
import type { RecordContext } from "../../records/record-context.ts";
import type { Values } from "../../records/store.ts";
import { withFollowers } from "../follows/with-followers.ts";
import { linkOwnDomain } from "./own-domain.ts";

const legalRuleIds = JSON.stringify(keysOf(legalRuleTitles));
const titleOfRule = sql`case f.rule ${sql.join(
  entriesOf(legalRuleTitles).map(([id, title]) => sql`when ${sql.lit(id)} then ${sql.lit(title)}`),
  sql` `,
)} end`;

/** What a website is called until somebody names it. */
function hostnameOf(url: unknown): string {
  return toUnicodeDomain(new URL(String(url)).hostname.replace(/^www\./, ""));
}

/** A domain stands with a website in one role. */
function refuseTwice(links: Input | undefined): void {
  const ids = idsOf(links);
  if (new Set(ids).size < ids.length)
    throw invalidField("body.domains", "Domains: Jede Domain lässt sich nur einmal zuordnen.");
}

export const websites = withFollowers(
  {
    declaration,
    table: "websites",
    ranks: { status: "statusRank" },
    unique: [["url"]],
    derived: {
      contractId: () =>
        sql`select c.id from contract_items as i inner join contracts as c on c.id = i.contract_id where i.website_id = record.id and i.archived_at is null and c.archived_at is null and c.status = 'active' order by c.start_at desc nulls last limit 1`,
      legalRules: () =>
        sql`select ${jsonSetOf(titleOfRule)} from legal_findings as f where f.website_id = record.id and f.gone_at is null and f.accepted_at is null and f.rule in ${stringsOf(legalRuleIds)}`,
    },
    links: {
      domains: { table: "websiteDomains", own: "websiteId", other: "domainId" },
      hosts: { table: "websiteHosts", own: "websiteId", other: "hostId" },
    },
    further: { columns: ["detected"], of: async () => ({ detected: "{}" }) },
    async complete(tx: Tx, ctx: RecordContext, values: Values, before): Promise<Values> {
      refuseTwice(values.domains);
      const named = values.name ? values : { ...values, name: hostnameOf(values.url) };
      return values.url === before?.values.url ? named : linkOwnDomain(tx, ctx, named, before);
    },
    async afterCreate(tx, _ctx, { id, title }) {
      tx.signal({ event: "newWebsite", payload: { website: { id, name: title } } });
    },
    async afterUpdate(tx, ctx, { id, title, values, before }) {
      if (isDeepStrictEqual(values.tags, before.values.tags)) return;
      const responsibleUserId = values.responsibleUserId as string | null;
      const payload = { website: { id, name: title } };
      for (const toUserId of await peopleConcerned(tx, { type: "website", id, responsibleUserId }, ctx.person.id))
        tx.signal({ event: "updateTags", payload, toUserId });
    },
  },
  "website",
);

import { CompiledQuery } from "kysely";
import { beforeEach, expect, vi } from "vitest";
import { requireValue } from "../../../contract/narrowing.ts";
import type { ListRecords } from "../../../contract/records/list-input.ts";
import { underneathOf } from "../../../server/db/prepare.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { onSqlite } from "../../support/postgres/on-sqlite.ts";
import { createRecord } from "../../support/records/records.ts";

/** Its steps are named and counted; Postgres plans by the rows that there are, of which a test has few. */
const { it } = onSqlite("a plan of SQLite");

let office: Office;
let timo: Person;

beforeEach(async () => {
  office = await openOffice();
  timo = await office.hire({ role: "admin" });
  await createRecord(await office.as(timo), "website");
});

/** How SQLite goes about a list: the steps of each statement that looks for its records. */
const plansOf = (input: Partial<ListRecords>) =>
  plansDuring(
    (api) => api.website.list(input),
    (sql) => /from "websites"|\(select \* from/.test(sql) && !sql.includes("json_each"),
  );

async function plansDuring(
  act: (api: Api) => Promise<unknown>,
  isMeant: (sql: string) => boolean,
  { isBuilt = false } = {},
): Promise<string[]> {
  const { db } = office.services;
  const api = await office.as(timo);
  // Lists hand what they have compiled to what lies below; what is built asks the executor behind it.
  const [asked, read] = [
    vi.spyOn(isBuilt ? db.getExecutor() : db, "executeQuery"),
    vi.spyOn(requireValue(underneathOf(db)), "read"),
  ];
  await act(api);
  const queries = [...asked.mock.calls, ...read.mock.calls].map(([query]) => query as CompiledQuery);
  asked.mockRestore();
  read.mockRestore();
  const plans: string[] = [];
  for (const { sql, parameters } of queries.filter((query) => isMeant(query.sql))) {
    const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await db.executeQuery<{ detail: string }>(explain);
    plans.push(rows.map(({ detail }) => detail).join("; "));
  }
  return plans;
}

it("walks the index of titles without sorting, in both directions", async () => {
  for (const orderBy of [[{ field: "name" }], [{ field: "name", descending: true as const }]]) {
    const [page] = await plansOf({ orderBy });
    expect(page).toMatch(/^SEARCH record USING COVERING INDEX websites_list \(archived_at=\?\)$/);
  }
});

it("walks the index of ranks without sorting where the worst stand first", async () => {
  for (const orderBy of [undefined, [{ field: "status" }]]) {
    const [page] = await plansOf(orderBy ? { orderBy } : {});
    expect(page).toMatch(/^SEARCH record USING (COVERING )?INDEX websites_status_rank \(archived_at=\?\)$/);
  }
  const isMeant = (sql: string) => sql.includes('from "domains" as "record"');
  const [domains] = await plansDuring((api) => api.domain.list({}), isMeant);
  expect(domains).toMatch(/^SEARCH record USING (COVERING )?INDEX domains_state_rank \(archived_at=\?\)$/);
});

it("counts what is active without looking at it", async () => {
  const [, count] = await plansOf({});
  expect(count).toMatch(/SCAN websites USING COVERING INDEX/);
  expect(count).toMatch(/SEARCH websites USING COVERING INDEX \w+ \(archived_at>\?\)/);
});

it("counts what is watched in narrow indexes, and finds the slowest without looking at the others", async () => {
  const [figures] = await plansDuring(
    (api) => api.check.figures({}),
    (sql) => sql.includes("as watched"),
    { isBuilt: true },
  );
  expect(figures).toContain("SEARCH websites USING COVERING INDEX websites_watched (lifecycle=?)");
  expect(figures).toContain(
    "SEARCH websites USING COVERING INDEX websites_certificates (certificate_level=? AND archived_at=?)",
  );
  const [slowest] = await plansDuring(
    (api) => api.check.slowest({}),
    (sql) => sql.includes('order by "response_time_ms" desc'),
    { isBuilt: true },
  );
  expect(slowest).toMatch(/SEARCH websites USING INDEX websites_watched .*; USE TEMP B-TREE FOR LAST TERM/);
});

it("takes what is narrow for one question for no other", async () => {
  await createRecord(await office.as(timo), "customer");
  const plans = await plansDuring(
    (api) => api.customer.list({}),
    (sql) => sql.includes('from "customers"'),
    { isBuilt: true },
  );
  expect(plans.join("; ")).toContain("websites_gaps (archived_at=? AND customer_id=?)");
  expect(plans.join("; ")).not.toMatch(/websites_(watched|certificates)/);
});

it("looks for titles in their index alone", async () => {
  const [, scan] = await plansOf({
    where: [{ field: "name", is: "contains", value: "wein" }],
    orderBy: [{ field: "name" }],
  });
  expect(scan).toMatch(/SCAN record USING COVERING INDEX websites_(list|status_rank)/);
});

it("reads the table in its own order where no index helps", async () => {
  const [, scan] = await plansOf({ where: [{ field: "cms", is: "contains", value: "press" }] });
  expect(scan).toMatch(/^SCAN record; USE TEMP B-TREE FOR ORDER BY$/);
});

it("adds up what a host brings from its own positions, whatever the statistics say of those of others", async () => {
  const api = await office.as(timo);
  const host = await createRecord(api, "host");
  const contract = await createRecord(api, "contract");
  for (let number = 0; number < 30; number += 1) await createRecord(api, "contractItem", { contractId: contract.id });
  await createRecord(api, "contractItem", { contractId: contract.id, hostId: host.id });
  const planOf = async () =>
    (
      await plansDuring(
        (caller) => caller.host.list({ fields: ["monthlyRevenueCents"] }),
        (sql) => sql.includes("as covered"),
        { isBuilt: true },
      )
    ).join("; ");
  // Never from all contracts, each asked whether it covers the host.
  const fromPositions = /SCAN covered; SEARCH c USING INDEX sqlite_autoindex_contracts_1 \(id=\?\)/;
  const plan = await planOf();
  expect(plan).toMatch(fromPositions);
  expect(plan).toContain("SEARCH item USING INDEX contract_items_host_id (host_id=?)");
  await office.services.db.executeQuery(CompiledQuery.raw("analyze"));
  expect(await planOf()).toMatch(fromPositions);
});

it("reaches for the index of a relation, and for the ids of a tag", async () => {
  const [, byCustomer] = await plansOf({ where: [{ field: "customerId", is: "oneOf", values: ["k1"] }] });
  expect(byCustomer).toContain("USING INDEX websites_customer_id (customer_id=?)");
  const [, byTag] = await plansOf({ where: [{ field: "tags", is: "oneOf", values: ["t1"] }] });
  expect(byTag).toContain("SEARCH record USING INDEX sqlite_autoindex_websites_1 (id=?)");
});

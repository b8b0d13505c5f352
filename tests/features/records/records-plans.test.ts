import { CompiledQuery } from "kysely";
import { beforeEach, expect, it, vi } from "vitest";
import type { ListRecords } from "../../../contract/records/list-input.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let timo: Person;

beforeEach(async () => {
  office = await openOffice();
  timo = await office.hire({ role: "admin" });
  await createRecord(await office.as(timo), "website");
});

/** How SQLite goes about a list: the steps of each statement that looks for its records. */
async function plansOf(input: Partial<ListRecords>): Promise<string[]> {
  const { db } = office.services;
  const api = await office.as(timo);
  const asked = vi.spyOn(db, "executeQuery");
  await api.website.list(input);
  const queries = asked.mock.calls.map(([query]) => query as CompiledQuery);
  asked.mockRestore();
  const lists = queries.filter(({ sql }) => /from "websites"|\(select \* from/.test(sql) && !sql.includes("json_each"));
  const plans: string[] = [];
  for (const { sql, parameters } of lists) {
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
});

it("counts what is active without looking at it", async () => {
  const [, count] = await plansOf({});
  expect(count).toMatch(/SCAN websites USING COVERING INDEX/);
  expect(count).toMatch(/SEARCH websites USING COVERING INDEX \w+ \(archived_at>\?\)/);
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

it("reaches for the index of a relation, and for the ids of a tag", async () => {
  const [, byCustomer] = await plansOf({ where: [{ field: "customerId", is: "oneOf", values: ["k1"] }] });
  expect(byCustomer).toContain("USING INDEX websites_customer_id (customer_id=?)");
  const [, byTag] = await plansOf({ where: [{ field: "tags", is: "oneOf", values: ["t1"] }] });
  expect(byTag).toContain("SEARCH record USING INDEX sqlite_autoindex_websites_1 (id=?)");
});

import { sql } from "kysely";
import { beforeAll, expect } from "vitest";
import type { Db } from "../../../server/db/connection.ts";
import { mergeIndex } from "../../../server/search/merge-index.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { onSqlite } from "../../support/postgres/on-sqlite.ts";
import { turnsDuring } from "../../support/threads/turns.ts";

const { it } = onSqlite("Postgres merges its index by itself");

let office: Office;
let db: Db;
beforeAll(async () => {
  office = await openOffice();
  db = office.services.db;
});

const countSegments = async () => {
  const { rows } = await sql<{ count: number }>`select count(distinct segid) as count from search_fts_idx`.execute(db);
  return rows[0]?.count ?? 0;
};

it("a change never pays for merging the search, which is merged in turns of its own and finds the same", async () => {
  const api = await office.as(await office.hire());
  for (let index = 0; index < 40; index += 1) await api.customer.create({ body: { name: `Bäckerei ${index}` } });
  // SQLite's own limit is 16, at which a commit merges everything.
  expect(await countSegments()).toBeGreaterThan(30);
  const find = async () => (await api.search.find({ query: "bäckerei 17" })).hits;
  const before = await find();
  expect(before.length).toBeGreaterThan(0);
  expect(await turnsDuring(() => mergeIndex(db))).toBeGreaterThan(0);
  expect(await countSegments()).toBeLessThan(16);
  expect(await find()).toEqual(before);
  expect(await turnsDuring(() => mergeIndex(db))).toBe(0);
});

import { CompiledQuery } from "kysely";
import { beforeEach, expect, it, vi } from "vitest";
import { requireValue } from "../../../contract/narrowing.ts";
import { underneathOf } from "../../../server/db/prepare.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { onSqlite } from "../../support/postgres/on-sqlite.ts";
import { createPage, paragraph, write } from "../../support/wiki/wiki.ts";

const { describe } = onSqlite("plans of SQLite");

let office: Office;
let jana: Person;
let api: Api;
let id: string;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire();
  api = await office.as(jana);
  ({ id } = await createPage(api, { title: "Zertifikate" }));
  await write(office, jana, id, paragraph("Wildcardzertifikate laufen ab."));
});

/** How SQLite goes about a call: the steps of each of its statements over the pages. */
async function stepsOf(call: () => Promise<unknown>): Promise<string[]> {
  const { db } = office.services;
  const asked = vi.spyOn(db.getExecutor(), "executeQuery");
  const read = vi.spyOn(requireValue(underneathOf(db)), "read");
  await call();
  const queries = [...asked.mock.calls, ...read.mock.calls]
    .map(([query]) => query)
    .filter(({ sql }) => /\bpages\b/.test(sql));
  asked.mockRestore();
  read.mockRestore();
  expect(queries).not.toEqual([]);
  const steps: string[] = [];
  for (const { sql, parameters } of queries) {
    const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await office.services.db.executeQuery<{ detail: string }>(explain);
    steps.push(...rows.map(({ detail }) => detail));
  }
  return steps;
}

// A page is wide. Without figures about the tables SQLite takes what is not archived for few, and looks at each.
const allPages =
  /^SCAN (record|child|p|pages)( USING COVERING INDEX pages_list)?$|USING INDEX pages_(list|updated_at) \(archived_at=\?\)$/;

describe("SQLite", () => {
  it.each([
    ["the start page", () => api.page.start()],
    ["the top of the tree", () => api.page.tree({})],
    ["a page", () => api.page.read({ id })],
    ["the templates", () => api.page.templates()],
    ["the question before the trash", () => api.page.trashInfo({ id })],
    ["the search", () => api.page.search({ query: "zertifikat" })],
    [
      "the table by what was changed last",
      () => api.page.list({ orderBy: [{ field: "updatedAt", descending: true }] }),
    ],
  ])("does not walk all pages for %s", async (_, call) => {
    const steps = await stepsOf(call);
    expect(steps.filter((step) => allPages.test(step))).toEqual([]);
  });
});

import { sql } from "kysely";
import { expect, it } from "vitest";
import { slowestSince } from "../../../server/db/slow-statements.ts";
import { openOffice } from "../../support/office.ts";

it("a slow statement is kept in mind with its text and without its values", async () => {
  const { services } = await openOffice();
  const begun = performance.now();
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${4_000_000})
    select max(i) as last, ${"Kunde Meier"} as name from n`.execute(services.db);
  const slowest = slowestSince(begun);
  expect(slowest?.sql).toContain("with recursive");
  expect(slowest?.sql).not.toContain("Meier");
  expect(slowestSince(performance.now())).toBeUndefined();
});

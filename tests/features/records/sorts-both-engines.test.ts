import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { declarations } from "../../../contract/records/declarations.ts";
import { isSortable } from "../../../contract/records/list-state.ts";
import { recordTypes } from "../../../contract/records/record-types.ts";
import type { Api } from "../../../server/features/router.ts";
import { createSampleAgency } from "../../../server/sample/agency.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { openOffice } from "../../support/office.ts";
import { clonePostgres, startMigrated } from "../../support/postgres/databases.ts";
import { findPostgres } from "../../support/servers/postgres.ts";

const programs = findPostgres();
const reason = programs ? "" : " (skipped: Debian's postgresql is not installed)";
const limit = 100;

const isEmpty = (value: unknown) => value === null || value === undefined || value === "";

describe.skipIf(!programs)(`each list of the sample agency, on SQLite and on Postgres${reason}`, () => {
  let apis: Api[];
  beforeAll(async () => {
    const server = await startMigrated(programs ?? "");
    atFileEnd(server.stop);
    const offices = [await openOffice(), await openOffice({ db: await clonePostgres(server.folder) })];
    apis = await Promise.all(
      offices.map(async (office) => {
        const admin = await office.hire({ role: "admin", email: "ada@agentur.example" });
        await createSampleAgency(office.services, admin);
        return office.as(admin);
      }),
    );
    // A server does so by itself soon after so much was written; until then it plans by guesses.
    for (const { services } of offices) await sql`analyze`.execute(services.db);
  });

  it.each(recordTypes)(
    "of %s comes in one order by every field, with what is empty at its end both ways",
    async (type) => {
      const fields = Object.entries(declarations[type].fields).filter(([, field]) => isSortable(field));
      for (const [field] of fields)
        for (const direction of [{}, { descending: true } as const]) {
          const orderBy = [{ field, ...direction }];
          const lists = await Promise.all(apis.map((api) => api[type].list({ orderBy, limit })));
          const [onSqlite, onPostgres] = lists.map(({ data }) => data.map(({ values }) => isEmpty(values[field])));
          expect([field, direction, onPostgres]).toEqual([field, direction, onSqlite]);
          const first = onSqlite?.indexOf(true) ?? -1;
          if (first >= 0) expect([field, onSqlite?.slice(first).every(Boolean)]).toEqual([field, true]);
        }
    },
  );
});

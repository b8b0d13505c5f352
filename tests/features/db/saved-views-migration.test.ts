import path from "node:path";
import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { Migrator } from "kysely/migration";
import { expect, it } from "vitest";
import { wrapDatabase } from "../../../server/db/connection.ts";
import { listMigrations, migrateToLatest } from "../../../server/db/migrate.ts";

it("a saved view of websites keeps the columns whose fields have other names since checks measure them", async () => {
  const db = wrapDatabase(new Sqlite(":memory:"));
  const load = async (name: string): Promise<Migration> =>
    import(path.resolve(import.meta.dirname, `../../../migrations/${name}.ts`));
  const names = (await listMigrations()).filter((name) => name < "0055");
  const before = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await load(name)] as const)));
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => before } }).migrateToLatest();
  expect(error).toBeUndefined();
  const state = { columns: ["name", "responseTime", "certificate"], orderBy: [{ field: "uptime", descending: true }] };
  const others = { columns: ["name", "certificate"] };
  await sql`insert into users (id, email, name, role, created_at) values ('jana', 'jana@agentur.example', 'Jana', 'member', '')`.execute(
    db,
  );
  for (const [id, type, json] of [
    ["one", "website", state],
    ["two", "device", others],
  ] as const)
    await sql`insert into saved_views (id, owner_id, record_type, name, scope, state_json, created_at, updated_at)
      values (${id}, 'jana', ${type}, 'Ansicht', 'team', ${JSON.stringify(json)}, '', '')`.execute(db);
  await migrateToLatest(db);
  const rows = await db.selectFrom("savedViews").select(["id", "stateJson"]).orderBy("id").execute();
  expect(rows.map(({ stateJson }) => JSON.parse(stateJson))).toEqual([
    {
      columns: ["name", "responseTimeMs", "certificateExpiresAt"],
      orderBy: [{ field: "uptime30d", descending: true }],
    },
    others,
  ]);
  await db.destroy();
});

import path from "node:path";
import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { Migrator } from "kysely/migration";
import { expect, it, onTestFinished } from "vitest";
import { type Db, wrapDatabase } from "../../../server/db/connection.ts";
import { listMigrations, migrateToLatest } from "../../../server/db/migrate.ts";

/** A database as it stood before a migration, with jana in it. */
async function openBefore(until: string): Promise<Db> {
  const db = wrapDatabase(new Sqlite(":memory:"));
  onTestFinished(() => db.destroy());
  const load = async (name: string): Promise<Migration> =>
    import(path.resolve(import.meta.dirname, `../../../migrations/${name}.ts`));
  const names = (await listMigrations()).filter((name) => name < until);
  const before = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await load(name)] as const)));
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => before } }).migrateToLatest();
  expect(error).toBeUndefined();
  await addPerson(db, "jana");
  return db;
}

const addPerson = (db: Db, id: string) =>
  sql`insert into users (id, email, name, role, created_at) values (${id}, ${`${id}@agentur.example`}, ${id}, 'member', '')`.execute(
    db,
  );

interface SavedView {
  id: string;
  type: string;
  state: object;
}

/** What saved views hold today that were saved before a migration. */
async function migratedViews(until: string, views: readonly SavedView[]): Promise<unknown[]> {
  const db = await openBefore(until);
  for (const { id, type, state } of views)
    await sql`insert into saved_views (id, owner_id, record_type, name, scope, state_json, created_at, updated_at)
      values (${id}, 'jana', ${type}, ${id}, 'team', ${JSON.stringify(state)}, '', '')`.execute(db);
  await migrateToLatest(db);
  const rows = await db.selectFrom("savedViews").select(["id", "stateJson"]).orderBy("id").execute();
  return rows.map(({ stateJson }) => JSON.parse(stateJson));
}

it("who had muted live events does not hear of their topics live today", async () => {
  const db = await openBefore("0011");
  await addPerson(db, "timo");
  await addPerson(db, "zoe");
  await sql`update users set muted_events = '["userLogin"]' where id = 'jana'`.execute(db);
  await sql`update users set muted_events = '["newUser","userLogin"]' where id = 'timo'`.execute(db);
  await migrateToLatest(db);
  const rows = await db
    .selectFrom("notificationPreferences")
    .select(["userId", "valuesJson"])
    .orderBy("userId")
    .execute();
  const closed = { live: false };
  expect(rows.map(({ userId, valuesJson }) => [userId, JSON.parse(valuesJson)])).toEqual([
    ["jana", { channels: { signIn: closed } }],
    ["timo", { channels: { signIn: closed, team: closed } }],
  ]);
});

it("a saved view of websites keeps the columns whose fields have other names since checks measure them", async () => {
  const state = { columns: ["name", "responseTime", "certificate"], orderBy: [{ field: "uptime", descending: true }] };
  const others = { columns: ["name", "certificate"] };
  const views = await migratedViews("0055", [
    { id: "one", type: "website", state },
    { id: "two", type: "device", state: others },
  ]);
  expect(views).toEqual([
    {
      columns: ["name", "responseTimeMs", "certificateExpiresAt"],
      orderBy: [{ field: "uptime30d", descending: true }],
    },
    others,
  ]);
});

it("a saved view of domains keeps its order by date, though the list opens with what is worst", async () => {
  const plain = { columns: ["name"], orderBy: [], where: [] };
  const ordered = { ...plain, orderBy: [{ field: "name", descending: true }] };
  const views = await migratedViews("0103", [
    { id: "one", type: "domain", state: plain },
    { id: "three", type: "host", state: plain },
    { id: "two", type: "domain", state: ordered },
  ]);
  expect(views).toEqual([{ ...plain, orderBy: [{ field: "renewsAt" }] }, plain, ordered]);
});

it("answers by RDAP that may name people are gone, those by WHOIS stay", async () => {
  const db = await openBefore("0110");
  const bodies = { rdap: JSON.stringify({ remarks: [{ title: "Anna Amsel" }] }, null, 2), whois: "Status: connect" };
  for (const [id, body] of Object.entries(bodies))
    await sql`insert into registry_answers (id, domain_id, source, body, first_seen_at, last_seen_at)
      values (${id}, 'domain', 'registry.example', ${body}, '', '')`.execute(db);
  await migrateToLatest(db);
  expect(await db.selectFrom("registryAnswers").select("id").execute()).toEqual([{ id: "whois" }]);
});

it("of two backups that had begun at the same moment one goes on", async () => {
  const db = await openBefore("0111");
  for (const id of ["one", "other"])
    await sql`insert into backup_runs (id, kind, state, started_at) values (${id}, 'backup', 'running', '')`.execute(
      db,
    );
  await migrateToLatest(db);
  const runs = await db.selectFrom("backupRuns").select(["id", "state"]).orderBy("id").execute();
  expect(runs.map(({ state }) => state)).toEqual(["failed", "running"]);
});

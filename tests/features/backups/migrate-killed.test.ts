import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { describe, expect, it, onTestFinished } from "vitest";
import { migrateOnPostgres, migrateSafely } from "../../../server/backup/upgrade/migrate-safely.ts";
import { type Db, databaseFile, openDatabase } from "../../../server/db/connection.ts";
import { findDamage } from "../../../server/db/copy-database.ts";
import { listMigrations } from "../../../server/db/migrate.ts";
import { lookIntoPostgres } from "../../../server/db/postgres/dump.ts";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";
import { loadSecrets } from "../../../server/secrets.ts";
import { aDataFolder } from "../../support/backups/data-folder.ts";
import { aNewerVersion, lastOfNewer } from "../../support/backups/newer-version.ts";
import { techcenter } from "../../support/cli/command-line.ts";
import { createPostgres, startMigrated } from "../../support/postgres/databases.ts";
import { findPostgres } from "../../support/servers/postgres.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const addPerson = `insert into users (id, email, name, role, created_at, joined_at)
  values ('timo', 'timo@agentur.example', 'Timo', 'member', '2026-11-20T09:00:00.000Z', '2026-11-20T09:00:00.000Z')`;

const copiesIn = (dataDir: string) => readdirSync(path.join(dataDir, "before-migration")).sort();

it("a portal killed in the midst of a migration goes on with the former version, and is migrated by the next start", async () => {
  const { dataDir } = await aDataFolder({ uploads: 0 });
  const newer = aNewerVersion();
  await newer.dieMigrating({ dataDir });

  // The former version finds what it had, and is worked with for a while.
  const former = await migrateSafely(dataDir, openDatabase);
  expect(former.applied).toEqual([]);
  expect(await former.db.selectFrom("users").select("name").execute()).toEqual([{ name: "Jana" }]);
  await sql.raw(addPerson).execute(former.db);
  await former.db.destroy();

  await newer.dieMigrating({ dataDir });
  expect(await newer.migrate({ dataDir })).toEqual({ code: 0, said: `9998-first-step\n${lastOfNewer}\n` });
  const sqlite = new Sqlite(databaseFile(dataDir), { readonly: true });
  const people = sqlite.prepare("select name, later from users order by id").all();
  sqlite.close();
  expect(people).toEqual([
    { name: "half", later: "whole" },
    { name: "half", later: "whole" },
  ]);
  expect(findDamage(databaseFile(dataDir))).toEqual([]);
  const last = (await listMigrations()).at(-1);
  expect(copiesIn(dataDir)).toEqual([`${last}.checks.sqlite`, `${last}.sqlite`]);

  // And back again: nothing of what the former version had written is lost.
  expect(await techcenter(["rollback"], { dataDir })).toMatchObject({ code: 0, noted: "" });
  const back = await migrateSafely(dataDir, openDatabase);
  expect(await back.db.selectFrom("users").select("name").orderBy("id").execute()).toEqual([
    { name: "Jana" },
    { name: "Timo" },
  ]);
  await back.db.destroy();
});

const programs = findPostgres();
describe.skipIf(!programs)(`on Postgres${programs ? "" : " (skipped: Debian's postgresql is not installed)"}`, () => {
  async function aServer() {
    const server = await startMigrated(programs ?? "");
    onTestFinished(server.stop);
    return server.folder;
  }

  async function aPortal() {
    const server = await aServer();
    const { url } = await createPostgres(server);
    const dataDir = temporaryFolder("upgraded");
    loadSecrets(dataDir);
    const db = await openPostgres(url, { size: 1 });
    onTestFinished(() => db.destroy());
    await sql.raw(addPerson).execute(db);
    const people = async () => (await sql<{ name: string }>`select * from users`.execute(db)).rows;
    return { dataDir, url, db, people };
  }

  it("a portal killed in the midst of a migration is migrated by the next start, and one command leads back", async () => {
    const { dataDir, url, db, people } = await aPortal();
    const newer = aNewerVersion();
    await newer.dieMigrating({ dataDir, url });
    expect(await people()).toMatchObject([{ name: "Timo" }]);
    expect((await lookIntoPostgres(url)).migration).toBe((await listMigrations()).at(-1));
    expect(await newer.migrate({ dataDir, url })).toEqual({ code: 0, said: `9998-first-step\n${lastOfNewer}\n` });
    expect(await people()).toMatchObject([{ name: "half", later: "whole" }]);
    await expect(migrateOnPostgres(db, { dataDir, directUrl: url })).rejects.toThrow("mit „techcenter rollback“");

    const back = await techcenter(["rollback"], { dataDir, env: { DATABASE_URL: url } });
    expect(back).toMatchObject({ code: 0, printed: expect.stringContaining("im Schema „rolled-back-") });
    expect(await people()).toMatchObject([{ name: "Timo" }]);
    const again = await techcenter(["rollback"], { dataDir, env: { DATABASE_URL: url } });
    expect(again).toMatchObject({ code: 1, noted: expect.stringContaining("nicht neuer als diese Fassung") });
  });

  it("a database with people in it is not migrated where nothing can copy it, unless somebody says so", async () => {
    const server = await aServer();
    const { url } = await createPostgres(server, { from: "template1" });
    const db = await openPostgres(url, { size: 1 });
    onTestFinished(() => db.destroy());
    await migrateAllButLast(db);
    await sql.raw(addPerson).execute(db);
    const place = { dataDir: temporaryFolder("uncopied"), directUrl: url };
    const refusal = /pg_dump.*postgresql-client.*MIGRATE_WITHOUT_BACKUP=1/;
    await expect(migrateOnPostgres(db, place, { canCopy: false })).rejects.toThrow(refusal);
    const last = (await listMigrations()).at(-1);
    expect((await lookIntoPostgres(url)).migration).not.toBe(last);
    const before = (await listMigrations()).at(-2);
    const folder = path.join(place.dataDir, "before-migration");
    const another = ["0001-another.dump", "0001-another.secrets.json"];
    mkdirSync(folder);
    for (const name of [`${before}.dump`, `${before}.checks.sqlite`, `${before}.secrets.json`, ...another])
      writeFileSync(path.join(folder, name), "of an upgrade before");
    expect(await migrateOnPostgres(db, place, { canCopy: false, withoutCopy: true })).toEqual({ applied: [last] });
    // What passes for the copy of this upgrade would lead back to another state.
    expect(copiesIn(place.dataDir)).toEqual(another);
  });

  it("a database that pg_dump fails on is not migrated, unless somebody says so, and the sentence says how", async () => {
    const server = await aServer();
    const { url } = await createPostgres(server, { from: "template1" });
    const db = await openPostgres(url, { size: 1 });
    onTestFinished(() => db.destroy());
    await migrateAllButLast(db);
    await sql.raw(addPerson).execute(db);
    await sql`create role reader login`.execute(db);
    await sql.raw("grant select on all tables in schema public to reader").execute(db);
    await sql.raw("create schema of_another; create table of_another.things (id text)").execute(db);
    const place = { dataDir: temporaryFolder("undumped"), directUrl: url.replace("techcenter@", "reader@") };
    const [last, before] = (await listMigrations()).slice(-2).reverse();
    await expect(migrateOnPostgres(db, place)).rejects.toThrow(
      /permission denied.*\. Ist pg_dump älter.*MIGRATE_WITHOUT_BACKUP=1\. Die Datenbank ist unverändert/s,
    );
    expect((await lookIntoPostgres(url)).migration).toBe(before);
    writeFileSync(path.join(place.dataDir, "before-migration", `${before}.dump`), "of an upgrade before");
    const reasons: unknown[] = [];
    const options = { withoutCopy: true, onNoCopy: (reason: unknown) => void reasons.push(reason) };
    expect(await migrateOnPostgres(db, place, options)).toEqual({ applied: [last] });
    expect(reasons).toMatchObject([{ message: expect.stringContaining("permission denied") }]);
    expect(copiesIn(place.dataDir)).toEqual([]);
  });
});

/** A database as the migration before the last has left it. */
async function migrateAllButLast(db: Db): Promise<void> {
  const folder = path.resolve(import.meta.dirname, "../../../migrations");
  const migrations: Record<string, Migration> = {};
  for (const name of (await listMigrations()).slice(0, -1)) {
    const twin = path.join(folder, "postgres", `${name}.ts`);
    migrations[name] = await import(existsSync(twin) ? twin : path.join(folder, `${name}.ts`));
  }
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest();
  if (error) throw error;
}

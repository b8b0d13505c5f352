import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { writeReadyDatabase } from "../../../scripts/bundle/ready-database.ts";
import { openDatabase } from "../../../server/db/connection.ts";
import { listAppliedMigrations, listMigrations, migrateToLatest } from "../../../server/db/migrate.ts";
import { makeNewDatabase, placeNewDatabase } from "../../../server/portal/new-database.ts";
import { findReadyDatabase, readyFile } from "../../../server/portal/ready-database.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const bytes = new TextEncoder().encode("a database");

it.each([
  ["a database", "techcenter.sqlite"],
  ["the log of one", "techcenter.sqlite-wal"],
  ["uploads without one", "uploads/kept/ab/datei"],
  ["secrets without one", "secrets.json"],
])("leaves a folder alone that holds %s", async (_, name) => {
  const dataDir = temporaryFolder("new-database");
  const file = path.join(dataDir, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "");
  if (name !== "techcenter.sqlite") writeFileSync(file, "there");
  const before = readdirSync(dataDir, { recursive: true });
  await placeNewDatabase(dataDir, async () => bytes);
  expect(readdirSync(dataDir, { recursive: true })).toEqual(before);
});

it("leaves the folder to the migrations where none could be made", async () => {
  const dataDir = temporaryFolder("new-database");
  await placeNewDatabase(dataDir, async () => undefined);
  expect(readdirSync(dataDir)).toEqual([]);
});

it("is not of the build where that went through other migrations", async () => {
  const [build, migrations] = [temporaryFolder("build"), temporaryFolder("migrations")];
  await writeReadyDatabase({ build });
  const [former] = readdirSync(build);
  writeFileSync(path.join(migrations, "0001-create.ts"), "");
  expect(findReadyDatabase({ build, migrations })).toBeUndefined();
  await writeReadyDatabase({ build, migrations });
  expect(readdirSync(build)).toHaveLength(1);
  expect(readdirSync(build)).not.toEqual([former]);
});

it("leaves the folder to the migrations where the build's cannot be read", async () => {
  const build = temporaryFolder("build");
  writeFileSync(readyFile({ build }), "no database");
  expect(await makeNewDatabase({ build })?.()).toBeUndefined();
});

it("is the same in every build, and migrated when a portal takes it", async () => {
  const builds = [temporaryFolder("build"), temporaryFolder("build")] as const;
  for (const build of builds) await writeReadyDatabase({ build });
  const [one, other] = builds.map((build) => readFileSync(readyFile({ build })));
  expect(one?.equals(other ?? Buffer.of())).toBe(true);
  const begun = new Date().toISOString();
  const dataDir = temporaryFolder("new-database");
  await placeNewDatabase(dataDir, async () => await makeNewDatabase({ build: builds[0] })?.());
  const db = openDatabase(dataDir);
  const applied = await listAppliedMigrations(db);
  await db.destroy();
  expect(applied.map(({ name }) => name)).toEqual(await listMigrations());
  expect(applied.every(({ at }) => at >= begun)).toBe(true);
});

it.each([["the build"], ["a thread"]])("from %s is what the migrations make of an empty folder", async (from) => {
  const [made, migrated] = [temporaryFolder("new-database"), temporaryFolder("new-database")];
  const build = temporaryFolder("build");
  if (from === "the build") await writeReadyDatabase({ build });
  const take = makeNewDatabase({ build });
  if (!take) throw new Error("there is one core only");
  await placeNewDatabase(made, take);
  expect(readdirSync(made)).toEqual(["techcenter.sqlite"]);
  expect(await take()).toBeUndefined();
  const describe = async (dataDir: string, applies: boolean) => {
    const db = openDatabase(dataDir);
    try {
      expect((await migrateToLatest(db, dataDir)).length > 0).toBe(applies);
      const read = async (statement: string) => (await sql.raw(statement).execute(db)).rows;
      return {
        schema: await read("select type, name, tbl_name, sql from sqlite_schema order by type, name"),
        migrations: await read("select name from kysely_migration order by name"),
        devices: await read("select * from device_categories order by id"),
        vacuum: await read("pragma auto_vacuum"),
        journal: await read("pragma journal_mode"),
        integrity: await read("pragma integrity_check"),
      };
    } finally {
      await db.destroy();
    }
  };
  const [one, other] = [await describe(made, false), await describe(migrated, true)];
  expect(one.integrity).toEqual([{ integrityCheck: "ok" }]);
  expect(one).toEqual(other);
});

import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { openDatabase } from "../../../server/db/connection.ts";
import { migrateToLatest } from "../../../server/db/migrate.ts";
import { makeNewDatabase, placeNewDatabase } from "../../../server/portal/new-database.ts";
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

it("is what the migrations make of an empty folder, and theirs to go on with", async () => {
  const [made, migrated] = [temporaryFolder("new-database"), temporaryFolder("new-database")];
  const take = makeNewDatabase();
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

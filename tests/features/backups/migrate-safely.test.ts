import { readdirSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { migrateSafely } from "../../../server/backup/migrate-safely.ts";
import { databaseFile, openDatabase } from "../../../server/db/connection.ts";
import { listMigrations } from "../../../server/db/migrate.ts";
import { aDataFolder } from "../../support/backups/data-folder.ts";

it("a migration that fails leaves the former state, and what was written before with it", async () => {
  const { dataDir } = await aDataFolder({ uploads: 0 });
  const last = (await listMigrations()).at(-1) ?? "";
  const former = new Sqlite(databaseFile(dataDir));
  former.prepare("delete from kysely_migration where name = ?").run(last);
  // Whatever the last migration does, the end of it fails.
  former.exec(`create trigger never before insert on kysely_migration begin select raise(abort, 'never'); end`);
  former.close();
  await expect(migrateSafely(dataDir, openDatabase)).rejects.toThrow(
    "Sie ist wieder, wie sie vorher war; die bisherige Fassung läuft damit weiter.",
  );
  const sqlite = new Sqlite(databaseFile(dataDir), { readonly: true });
  expect(sqlite.prepare("select name from users").pluck().all()).toEqual(["Jana"]);
  expect(sqlite.prepare("select count(*) from kysely_migration where name = ?").pluck().get(last)).toBe(0);
  expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
  sqlite.close();
  const before = (await listMigrations()).at(-2);
  expect(readdirSync(path.join(dataDir, "before-migration")).sort()).toEqual([
    `${before}.checks.sqlite`,
    `${before}.sqlite`,
  ]);
});

import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { checksCopyOf } from "../../../server/backup/migrate-safely.ts";
import { storeFile } from "../../../server/checks/store/open-store.ts";
import { databaseFile } from "../../../server/db/connection.ts";
import { copyDatabase } from "../../../server/db/copy-database.ts";
import { listMigrations } from "../../../server/db/migrate.ts";
import { lockData } from "../../../server/jobs/claims.ts";
import { aDataFolder } from "../../support/backups/data-folder.ts";
import { techcenter } from "../../support/cli/command-line.ts";

/** A portal as a newer version has left it, with what this one had before under the name of a migration. */
async function anUpgradedPortal(migration: string) {
  const { dataDir } = await aDataFolder();
  const file = databaseFile(dataDir);
  const folder = path.join(dataDir, "before-migration");
  mkdirSync(folder);
  const sqlite = new Sqlite(file);
  sqlite.pragma("wal_checkpoint(truncate)");
  copyFileSync(file, path.join(folder, `${migration}.sqlite`));
  sqlite.exec("create table of_the_future (id text)");
  sqlite.close();
  return { dataDir, folder };
}

function hasFuture(file: string): boolean {
  const sqlite = new Sqlite(file, { readonly: true });
  const found = sqlite.prepare("select 1 from sqlite_schema where name = 'of_the_future'").get() !== undefined;
  sqlite.close();
  return found;
}

it("there is no way back without a copy, to another version, or under a running portal", async () => {
  const { dataDir: fresh } = await aDataFolder();
  expect(await techcenter(["rollback"], { dataDir: fresh })).toMatchObject({
    code: 1,
    noted: expect.stringContaining("techcenter restore"),
  });
  const { dataDir: other } = await anUpgradedPortal("0001-create-foundation");
  expect(await techcenter(["rollback"], { dataDir: other })).toMatchObject({
    code: 1,
    noted: expect.stringContaining("es gibt 0001-create-foundation.sqlite"),
  });
  const { dataDir } = await anUpgradedPortal((await listMigrations()).at(-1) ?? "");
  const lock = lockData(dataDir);
  expect((await techcenter(["rollback"], { dataDir })).noted).toContain("läuft schon ein Portal");
  lock.end();
  for (const folder of [other, dataDir]) expect(hasFuture(databaseFile(folder))).toBe(true);
});

it("one command leads back, and keeps what it replaces", async () => {
  const { dataDir, folder } = await anUpgradedPortal((await listMigrations()).at(-1) ?? "");
  expect(await techcenter(["rollback"], { dataDir })).toMatchObject({ code: 0, noted: "" });
  expect(hasFuture(databaseFile(dataDir))).toBe(false);
  const [kept = ""] = readdirSync(folder).filter((name) => name.startsWith("rolled-back-"));
  expect(hasFuture(path.join(folder, kept))).toBe(true);
});

it("leads what checks have found out back with it", async () => {
  const { dataDir, folder } = await anUpgradedPortal((await listMigrations()).at(-1) ?? "");
  const checks = storeFile(dataDir);
  const copy = checksCopyOf(path.join(folder, `${(await listMigrations()).at(-1)}.sqlite`));
  await copyDatabase(checks, copy);
  const sqlite = new Sqlite(checks);
  sqlite.exec("create table of_the_future (id text)");
  sqlite.close();
  expect(await techcenter(["rollback"], { dataDir })).toMatchObject({ code: 0, noted: "" });
  expect(hasFuture(checks)).toBe(false);
  const [kept = ""] = readdirSync(folder).filter((name) => /^rolled-back-\d+\.checks\.sqlite$/.test(name));
  expect(hasFuture(path.join(folder, kept))).toBe(true);
});

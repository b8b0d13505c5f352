import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { afterAll, describe, expect, it } from "vitest";
import { removeOldCopies } from "../../../server/backup/upgrade/before-migration.ts";
import { migrateSafely } from "../../../server/backup/upgrade/migrate-safely.ts";
import { databaseFile, openDatabase } from "../../../server/db/connection.ts";
import { copyDatabase } from "../../../server/db/copy-database.ts";
import { listMigrations } from "../../../server/db/migrate.ts";
import { aDataFolder } from "../../support/backups/data-folder.ts";
import { mountSmallDisk } from "../../support/small-disk.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** A portal that lacks the last migration, whose end fails whatever it does. */
async function aPortalThatCannotBeMigrated() {
  const { dataDir } = await aDataFolder({ uploads: 0 });
  const last = (await listMigrations()).at(-1) ?? "";
  const former = new Sqlite(databaseFile(dataDir));
  former.prepare("delete from kysely_migration where name = ?").run(last);
  former.exec(`create trigger never before insert on kysely_migration begin select raise(abort, 'never'); end`);
  former.close();
  return { dataDir, last, before: (await listMigrations()).at(-2) ?? "" };
}

/** What a database holds, once it has proved to be sound. */
function lookInto(file: string) {
  const sqlite = new Sqlite(file, { readonly: true });
  expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
  const list = (sql: string) => sqlite.prepare<unknown[], string>(sql).pluck().all();
  const found = { people: list("select name from users"), migrations: list("select name from kysely_migration") };
  sqlite.close();
  return found;
}

it("a migration that fails leaves the former state, and what was written before with it", async () => {
  const { dataDir, last, before } = await aPortalThatCannotBeMigrated();
  await expect(migrateSafely(dataDir, openDatabase)).rejects.toMatchObject({
    message: expect.stringContaining("Die Datenbank ist unverändert; die bisherige Fassung läuft damit weiter."),
    isFinal: true,
  });
  const { people, migrations } = lookInto(databaseFile(dataDir));
  expect(people).toEqual(["Jana"]);
  expect(migrations).not.toContain(last);
  expect(readdirSync(path.join(dataDir, "before-migration")).sort()).toEqual([
    `${before}.checks.sqlite`,
    `${before}.sqlite`,
  ]);
});

const disk = mountSmallDisk(24);
describe.skipIf(!disk)(`a full disk${disk ? "" : " (skipped: this process may not mount one)"}`, () => {
  afterAll(() => disk?.remove());

  it("has nothing migrated, and the sentence says why", async () => {
    const { dataDir: elsewhere, last } = await aPortalThatCannotBeMigrated();
    const dataDir = path.join(disk?.folder ?? "", "data");
    cpSync(elsewhere, dataDir, { recursive: true });
    // What a portal that was killed leaves there: SQLite makes no file anew on this disk.
    const running = new Sqlite(databaseFile(dataDir));
    running.prepare("select 1 from users").get();
    disk?.fill();
    await expect(migrateSafely(dataDir, openDatabase)).rejects.toMatchObject({
      message: expect.stringMatching(/fehlt Platz auf .* Die Datenbank ist unverändert/),
      isFinal: false,
    });
    disk?.clear();
    running.close();
    expect(lookInto(databaseFile(dataDir)).migrations).not.toContain(last);
    rmSync(dataDir, { recursive: true });
  });

  it("in the midst of a copy leaves the one that was there, and nothing beside it", async () => {
    const { dataDir } = await aDataFolder({ uploads: 0 });
    const folder = path.join(disk?.folder ?? "", "copies");
    mkdirSync(folder);
    const copy = path.join(folder, "0001-first.sqlite");
    await copyDatabase(databaseFile(dataDir), copy);
    const sqlite = new Sqlite(databaseFile(dataDir));
    sqlite.exec("create table ballast (bytes blob)");
    sqlite.exec(`insert into ballast values (zeroblob(${30 * 1024 * 1024}))`);
    sqlite.close();
    await expect(copyDatabase(databaseFile(dataDir), copy)).rejects.toMatchObject({ code: "SQLITE_FULL" });
    expect(lookInto(copy).people).toEqual(["Jana"]);
    expect(readdirSync(folder)).toEqual(["0001-first.sqlite"]);
  });
});

it("a copy that is killed in the midst is no copy", async () => {
  const folder = temporaryFolder("killed-copy");
  const [file, copy] = [path.join(folder, "large.sqlite"), path.join(folder, "0001-first.sqlite")];
  const large = new Sqlite(file);
  large.exec("create table ballast (bytes blob)");
  large.exec(`insert into ballast values (zeroblob(${300 * 1024 * 1024}))`);
  large.close();
  const module = JSON.stringify(path.join(root, "server/db/copy-database.ts"));
  const script = `const { copyDatabase } = await import(${module});
    await copyDatabase(${JSON.stringify(file)}, ${JSON.stringify(copy)});`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio: "ignore" });
  const sizes = () => [copy, `${copy}.new`].map((name) => statSync(name, { throwIfNoEntry: false })?.size ?? 0);
  while (child.exitCode === null && Math.max(...sizes()) < 1024 * 1024) await nextTurn();
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  if (child.exitCode === 0) expect(existsSync(copy)).toBe(true);
  // One that was killed after its last step has made a copy, and a whole one.
  else if (existsSync(copy))
    expect(new Sqlite(copy, { readonly: true }).pragma("quick_check", { simple: true })).toBe("ok");
});

it("what a copy that was killed has left is no copy, and in no way of the next", async () => {
  const { dataDir, before } = await aPortalThatCannotBeMigrated();
  const folder = path.join(dataDir, "before-migration");
  mkdirSync(folder);
  for (const end of [".new", ".new-journal"]) writeFileSync(path.join(folder, `${before}.sqlite${end}`), "torn");
  await expect(migrateSafely(dataDir, openDatabase)).rejects.toThrow("Die Datenbank ist unverändert");
  expect(readdirSync(folder).filter((name) => name.includes(".new"))).toEqual([]);
  expect(lookInto(path.join(folder, `${before}.sqlite`)).people).toEqual(["Jana"]);
});

it("the last three copies stay by the time they were made, whatever they are called", async () => {
  const dataDir = temporaryFolder("copies");
  const folder = path.join(dataDir, "before-migration");
  mkdirSync(folder);
  // A restored backup is older than what was here before, and so is the name of its copy.
  const made = ["0007-d", "0008-e", "0009-f", "0003-fresh"];
  for (const [day, name] of made.entries())
    for (const end of [".sqlite", ".checks.sqlite", ".secrets.json"]) {
      writeFileSync(path.join(folder, `${name}${end}`), "");
      utimesSync(path.join(folder, `${name}${end}`), day, day);
    }
  await removeOldCopies(dataDir);
  const kept = new Set(readdirSync(folder).map((name) => name.split(".")[0]));
  expect([...kept].sort()).toEqual(["0003-fresh", "0008-e", "0009-f"]);
});

it("no migration does what a transaction cannot hold", () => {
  const folder = path.join(root, "migrations");
  const found = globSync("**/*.ts", { cwd: folder }).filter((file) =>
    /\b(pragma|vacuum|commit|rollback|savepoint|transaction)\b/i.test(readFileSync(path.join(folder, file), "utf8")),
  );
  expect(found).toEqual([]);
});

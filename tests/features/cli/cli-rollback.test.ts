import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { checksCopyOf, secretsCopyOf } from "../../../server/backup/upgrade/before-migration.ts";
import { storeFile } from "../../../server/checks/store/open-store.ts";
import { databaseFile } from "../../../server/db/connection.ts";
import { copyDatabase } from "../../../server/db/copy-database.ts";
import { listMigrations } from "../../../server/db/migrate.ts";
import { readEnvironment } from "../../../server/env.ts";
import { lockData } from "../../../server/jobs/claims.ts";
import { createLog } from "../../../server/log.ts";
import { openData } from "../../../server/portal/open-data.ts";
import { loadSecrets } from "../../../server/secrets.ts";
import { openVault } from "../../../server/vault.ts";
import { aDataFolder, openBackupDesk } from "../../support/backups/data-folder.ts";
import { techcenter } from "../../support/cli/command-line.ts";
import { mountSmallDisk } from "../../support/small-disk.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const future = "9999-of-the-future";
const thisVersion = (await listMigrations()).at(-1) ?? "";

/** A portal as a newer version has left it, with what this one had before under the name of a migration. */
async function anUpgradedPortal(migration = thisVersion) {
  const { dataDir } = await aDataFolder();
  const folder = path.join(dataDir, "before-migration");
  mkdirSync(folder);
  const copy = path.join(folder, `${migration}.sqlite`);
  await copyDatabase(databaseFile(dataDir), copy);
  upgrade(databaseFile(dataDir));
  return { dataDir, folder, copy };
}

function upgrade(file: string): void {
  const sqlite = new Sqlite(file);
  sqlite.exec("create table of_the_future (id text)");
  sqlite
    .prepare("insert into kysely_migration (name, timestamp) values (?, ?)")
    .run(future, "2026-11-25T12:00:00.000Z");
  sqlite.close();
}

function peopleIn(file: string): unknown[] {
  const sqlite = new Sqlite(file, { readonly: true });
  const people = sqlite.prepare("select name from users").pluck().all();
  sqlite.close();
  return people;
}

function hasFuture(file: string): boolean {
  const sqlite = new Sqlite(file, { readonly: true });
  const found = sqlite.prepare("select 1 from sqlite_schema where name = 'of_the_future'").get() !== undefined;
  sqlite.close();
  return found;
}

it("there is no way back without a copy, to another version, or under a running portal", async () => {
  const { dataDir: bare, copy: gone } = await anUpgradedPortal();
  rmSync(gone);
  const { dataDir: other } = await anUpgradedPortal("0001-create-foundation");
  const { dataDir } = await anUpgradedPortal();
  const refused = async (place: string) => {
    const { code, noted } = await techcenter(["rollback"], { dataDir: place });
    expect(code).toBe(1);
    return noted;
  };
  expect(await refused(bare)).toContain("techcenter restore");
  expect(await refused(other)).toMatch(
    /es gibt 0001-create-foundation\.sqlite \(\d+\.\d+\.\d{4}, .*\)\. Nimm die Fassung/,
  );
  const lock = lockData(dataDir);
  expect(await refused(dataDir)).toContain("läuft schon ein Portal");
  lock.end();
  for (const place of [bare, other, dataDir]) expect(hasFuture(databaseFile(place))).toBe(true);
});

it("there is no way back from a database that this version knows, neither before an upgrade nor after the way back", async () => {
  const { dataDir: former } = await aDataFolder();
  const { dataDir, copy } = await anUpgradedPortal();
  expect(await techcenter(["rollback"], { dataDir })).toMatchObject({ code: 0, noted: "" });
  const sqlite = new Sqlite(databaseFile(dataDir));
  sqlite.exec("update users set name = 'Jana, eine Woche später'");
  sqlite.close();
  for (const place of [former, dataDir])
    expect(await techcenter(["rollback"], { dataDir: place })).toMatchObject({
      code: 1,
      noted: expect.stringContaining("nicht neuer als diese Fassung"),
    });
  expect(peopleIn(databaseFile(dataDir))).toEqual(["Jana, eine Woche später"]);
  expect(peopleIn(copy)).toEqual(["Jana"]);
});

it("a damaged copy takes the place of nothing", async () => {
  const { dataDir, folder, copy } = await anUpgradedPortal();
  writeFileSync(copy, readFileSync(copy).subarray(0, 200_000));
  expect(await techcenter(["rollback"], { dataDir })).toMatchObject({
    code: 1,
    noted: expect.stringMatching(/ist beschädigt .* nichts wurde ersetzt/),
  });
  expect(hasFuture(databaseFile(dataDir))).toBe(true);
  expect(readdirSync(folder)).toEqual([`${thisVersion}.sqlite`]);
});

it("one command leads back, and keeps what it replaces", async () => {
  const { dataDir, folder } = await anUpgradedPortal();
  expect(await techcenter(["rollback"], { dataDir })).toMatchObject({ code: 0, noted: "" });
  expect(hasFuture(databaseFile(dataDir))).toBe(false);
  const [kept = ""] = readdirSync(folder).filter((name) => /^rolled-back-\d+\.sqlite$/.test(name));
  expect(hasFuture(path.join(folder, kept))).toBe(true);
});

it("leads what checks have found out back with it", async () => {
  const { dataDir, folder, copy } = await anUpgradedPortal();
  const checks = storeFile(dataDir);
  await copyDatabase(checks, checksCopyOf(copy));
  const sqlite = new Sqlite(checks);
  sqlite.exec("create table of_the_future (id text)");
  sqlite.close();
  expect(await techcenter(["rollback"], { dataDir })).toMatchObject({ code: 0, noted: "" });
  expect(hasFuture(checks)).toBe(false);
  const [kept = ""] = readdirSync(folder).filter((name) => /^rolled-back-\d+\.checks\.sqlite$/.test(name));
  expect(hasFuture(path.join(folder, kept))).toBe(true);
});

it("keeps the last two of what it has replaced", async () => {
  const { dataDir, folder } = await anUpgradedPortal();
  for (const former of ["rolled-back-1", "rolled-back-2"])
    for (const end of ["sqlite", "checks.sqlite", "secrets.json"])
      writeFileSync(path.join(folder, `${former}.${end}`), "");
  expect(await techcenter(["rollback"], { dataDir })).toMatchObject({ code: 0 });
  const kept = readdirSync(folder).filter((name) => name.startsWith("rolled-back-"));
  expect(kept).toHaveLength(6);
  expect(kept.filter((name) => name.startsWith("rolled-back-1."))).toEqual([]);
});

it("one that was cut is finished by the next call, and nothing runs on the data before", async () => {
  const { dataDir, folder, copy } = await anUpgradedPortal();
  const checks = storeFile(dataDir);
  await copyDatabase(checks, checksCopyOf(copy));
  await copyDatabase(databaseFile(dataDir), path.join(folder, "rolled-back-1.sqlite"));
  // All that goes is kept; nothing has come.
  writeFileSync(
    path.join(folder, "rolling-back.json"),
    JSON.stringify({ from: future, to: thisVersion, aside: "rolled-back-1" }),
  );
  const sentence = "rufe es aus der älteren Fassung noch einmal auf";
  const vacuum = await techcenter(["vacuum"], { dataDir });
  expect(vacuum).toMatchObject({ code: 1, noted: expect.stringContaining(sentence) });
  const env = readEnvironment({ DATA_DIR: dataDir });
  await expect(openData(env, createLog("silent"))).rejects.toThrow(sentence);

  expect(await techcenter(["rollback"], { dataDir })).toMatchObject({
    code: 0,
    printed: expect.stringContaining("rolled-back-1.sqlite"),
  });
  expect(hasFuture(databaseFile(dataDir))).toBe(false);
  expect(hasFuture(path.join(folder, "rolled-back-1.sqlite"))).toBe(true);
  const { db } = await openData(env, createLog("silent"));
  await db.destroy();
});

it("one that was killed just before the copy is in place leads to the copy, also where only the log held the upgrade", async () => {
  const { dataDir } = await aDataFolder({ uploads: 0 });
  const file = databaseFile(dataDir);
  const copy = path.join(dataDir, "before-migration", `${thisVersion}.sqlite`);
  mkdirSync(path.dirname(copy));
  await copyDatabase(file, copy);
  const former = new Sqlite(file);
  former.exec("update users set name = 'Jana nach der Kopie'");
  former.close();
  // What a newer version that died has left: all of its migration is in the log.
  const reading = new Sqlite(file);
  reading.prepare("select 1 from users").get();
  upgrade(file);
  const died = temporaryFolder("died");
  cpSync(dataDir, died, { recursive: true });
  reading.close();
  expect(statSync(`${databaseFile(died)}-wal`).size).toBeGreaterThan(0);

  const module = JSON.stringify(path.resolve(import.meta.dirname, "../../../server/backup/upgrade/roll-back.ts"));
  const script = `import { syncBuiltinESMExports } from "node:module";
    import fs from "node:fs/promises";
    const { rename } = fs;
    fs.rename = (from, to) => to.endsWith("/techcenter.sqlite") ? process.kill(process.pid, "SIGKILL") : rename(from, to);
    syncBuiltinESMExports();
    const { rollBack } = await import(${module});
    await rollBack({ dataDir: ${JSON.stringify(died)} });`;
  const { signal } = spawnSync(process.execPath, ["--input-type=module", "--eval", script]);
  expect(signal).toBe("SIGKILL");
  expect(await techcenter(["rollback"], { dataDir: died })).toMatchObject({ code: 0, noted: "" });
  expect(peopleIn(databaseFile(died))).toEqual(["Jana"]);
});

it("one that was cut at its very end replaces nothing a second time", async () => {
  const { dataDir, folder } = await anUpgradedPortal();
  expect(await techcenter(["rollback"], { dataDir })).toMatchObject({ code: 0 });
  writeFileSync(
    path.join(folder, "rolling-back.json"),
    JSON.stringify({ from: future, to: thisVersion, aside: "rolled-back-1" }),
  );
  const sqlite = new Sqlite(databaseFile(dataDir));
  sqlite.exec("update users set name = 'Jana danach'");
  sqlite.close();
  expect(await techcenter(["rollback"], { dataDir })).toMatchObject({ code: 0 });
  expect(peopleIn(databaseFile(dataDir))).toEqual(["Jana danach"]);
});

describe("a database that is damaged", () => {
  const damage = (file: string) => {
    const bytes = readFileSync(file);
    bytes.fill("x", 0, 4096);
    writeFileSync(file, bytes);
    return bytes;
  };

  it("is named so, and gives way to nothing but a whole copy that fits", async () => {
    const { dataDir: other } = await anUpgradedPortal("0001-create-foundation");
    const { dataDir, copy } = await anUpgradedPortal();
    writeFileSync(copy, readFileSync(copy).subarray(0, 200_000));
    const found = [other, dataDir].map((place) => damage(databaseFile(place)));
    expect(await techcenter(["rollback"], { dataDir: other })).toMatchObject({
      code: 1,
      noted: expect.stringMatching(/techcenter\.sqlite ist beschädigt .* es gibt 0001-create-foundation\.sqlite/),
    });
    expect(await techcenter(["rollback"], { dataDir })).toMatchObject({
      code: 1,
      noted: expect.stringMatching(/ist beschädigt .* nichts wurde ersetzt/),
    });
    expect([other, dataDir].map((place) => readFileSync(databaseFile(place)))).toEqual(found);
  });

  it("gives way to the copy, and is kept as it is", async () => {
    const { dataDir, folder } = await anUpgradedPortal();
    const bytes = damage(databaseFile(dataDir));
    expect(await techcenter(["rollback"], { dataDir })).toMatchObject({
      code: 0,
      printed: expect.stringMatching(/\(Kopie vom \d+\.\d+\.\d{4}, .*\).*\nDie bisherige ist beschädigt/),
    });
    expect(peopleIn(databaseFile(dataDir))).toEqual(["Jana"]);
    const [kept = ""] = readdirSync(folder).filter((name) => /^rolled-back-\d+\.sqlite$/.test(name));
    expect(readFileSync(path.join(folder, kept)).equals(bytes)).toBe(true);
  });
});

const disk = mountSmallDisk(64);
it.skipIf(!disk)(
  `nothing is begun where the disk has no room for both${disk ? "" : " (skipped: this process may not mount one)"}`,
  async () => {
    onTestFinished(() => disk?.remove());
    const { dataDir: elsewhere } = await anUpgradedPortal();
    const dataDir = path.join(disk?.folder ?? "", "data");
    cpSync(elsewhere, dataDir, { recursive: true });
    const folder = path.join(dataDir, "before-migration");
    const ballast = path.join(disk?.folder ?? "", "ballast");
    // Enough for the one that goes, and not for the one that comes beside it.
    const left = statSync(databaseFile(dataDir)).size * 1.5;
    const { bavail, bsize } = statfsSync(dataDir);
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - left));
    const before = readdirSync(folder);
    expect(await techcenter(["rollback"], { dataDir })).toMatchObject({
      code: 1,
      noted: expect.stringContaining("dazu fehlt Platz"),
    });
    expect(readdirSync(folder)).toEqual(before);
    rmSync(ballast);
    expect(await techcenter(["rollback"], { dataDir })).toMatchObject({ code: 0, noted: "" });
    expect(hasFuture(databaseFile(dataDir))).toBe(false);
  },
);

it("leads the secrets back that the copy is sealed with, where they were renewed since", async () => {
  const { dataDir } = await aDataFolder();
  const former = loadSecrets(dataDir);
  const sqlite = new Sqlite(databaseFile(dataDir));
  sqlite.prepare("update users set name = ?").run(openVault(former.signingKey).seal("geheim"));
  sqlite.close();
  const copy = path.join(dataDir, "before-migration", `${thisVersion}.sqlite`);
  mkdirSync(path.dirname(copy));
  await copyDatabase(databaseFile(dataDir), copy);
  expect(await techcenter(["rotate-keys"], { dataDir })).toMatchObject({ code: 0 });
  const renewed = loadSecrets(dataDir);
  expect(renewed).not.toEqual(former);
  expect(statSync(secretsCopyOf(copy)).mode & 0o777).toBe(0o600);
  // A second renewal leaves those that the copy is sealed with.
  expect(await techcenter(["rotate-keys"], { dataDir })).toMatchObject({ code: 0 });
  const newest = loadSecrets(dataDir);
  upgrade(databaseFile(dataDir));

  expect(await techcenter(["rollback"], { dataDir })).toMatchObject({ code: 0, noted: "" });
  const opened = (file: string, key: string) => openVault(key).open(String(peopleIn(file)[0]));
  expect(opened(databaseFile(dataDir), loadSecrets(dataDir).signingKey)).toBe("geheim");
  const [aside = ""] = readdirSync(path.dirname(copy)).filter((name) => /^rolled-back-\d+\.sqlite$/.test(name));
  expect(opened(path.join(path.dirname(copy), aside), newest.signingKey)).toBe("geheim");
  const keptSecrets = readFileSync(secretsCopyOf(path.join(path.dirname(copy), aside)), "utf8");
  expect(JSON.parse(keptSecrets)).toEqual(newest);
});

describe("a database that is newer than the program", () => {
  const said = async (dataDir: string, args: string[]) => {
    const { code, noted } = await techcenter(args, { dataDir, answers: ["x", "x"] });
    expect(code).toBe(1);
    return noted;
  };
  const remember = (dataDir: string, run: { at: string; id: string }) => {
    const sqlite = new Sqlite(databaseFile(dataDir));
    sqlite
      .prepare("insert into backup_runs (id, kind, state, started_at, result_json) values (?, 'backup', 'done', ?, ?)")
      .run(run.id, run.at, JSON.stringify({ snapshotId: run.id }));
    sqlite.close();
  };

  it("is written by no command", async () => {
    const { dataDir } = await anUpgradedPortal();
    const commands = ["vacuum", "rotate-keys", "sessions end --all", "admin create chef@agentur.example Chef"];
    for (const command of commands)
      expect(await said(dataDir, command.split(" "))).toContain("Die Datenbank ist neuer als dieses Programm");
    expect(peopleIn(databaseFile(dataDir))).toEqual(["Jana"]);
  });

  it("is refused with the copy that fits, else the backup from before the upgrade, else that there is none", async () => {
    const { dataDir, copy } = await anUpgradedPortal();
    expect(await said(dataDir, ["vacuum"])).toMatch(
      /„techcenter rollback“ die Kopie .* \(\d+\.\d+\.\d{4}, .*\.sqlite\)/,
    );
    rmSync(copy);
    expect(await said(dataDir, ["vacuum"])).toContain("weder eine Kopie noch ein Backup");
    remember(dataDir, { id: "20261124T020000Z-aaaa", at: "2026-11-24T02:00:00.000Z" });
    remember(dataDir, { id: "20261126T020000Z-bbbb", at: "2026-11-26T02:00:00.000Z" });
    expect(await said(dataDir, ["vacuum"])).toContain(
      "techcenter restore --from ZIEL --force --snapshot 20261124T020000Z-aaaa.",
    );
  });

  it("gives way to the backup that the sentence names, as it says", async () => {
    const { dataDir } = await aDataFolder();
    const desk = await openBackupDesk(dataDir);
    const { id } = await desk.run();
    remember(dataDir, { id, at: "2026-11-24T02:00:00.000Z" });
    upgrade(databaseFile(dataDir));
    expect(await said(dataDir, ["rollback"])).toContain("techcenter restore --from ZIEL --force");
    const [, command = ""] = /techcenter (restore [^:]*)\./.exec(await said(dataDir, ["vacuum"])) ?? [];
    const args = command.split(" ").map((word) => (word === "ZIEL" ? desk.folder : word));
    expect(await techcenter(args, { dataDir })).toMatchObject({ code: 0 });
    expect(hasFuture(databaseFile(dataDir))).toBe(false);
    expect(peopleIn(databaseFile(dataDir))).toEqual(["Jana"]);
  });
});

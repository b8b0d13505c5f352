import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { databaseFile, openDatabase } from "../../../server/db/connection.ts";
import { readSpace } from "../../../server/db/free-space.ts";
import { migrateToLatest } from "../../../server/db/migrate.ts";
import { lockData } from "../../../server/jobs/claims.ts";
import { loadSecrets } from "../../../server/secrets.ts";
import { aDataFolder, filesIn, uploadFile } from "../../support/backups/data-folder.ts";
import { techcenter } from "../../support/cli/command-line.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

describe("techcenter export", () => {
  it("refuses a name that is taken, a portal without admins and somebody who is none", async () => {
    const { dataDir } = await aDataFolder({ uploads: 0 });
    const taken = path.join(dataDir, "secrets.json");
    const before = readFileSync(taken);
    expect(await techcenter(["export", taken], { dataDir })).toMatchObject({
      code: 1,
      noted: expect.stringContaining("gibt es schon"),
    });
    expect(readFileSync(taken)).toEqual(before);
    const file = path.join(temporaryFolder("export"), "alles.zip");
    expect(await techcenter(["export", file, "--user", "nobody@agentur.example"], { dataDir })).toMatchObject({
      code: 1,
      noted: expect.stringContaining("Kein Admin"),
    });
    change(dataDir, "update users set role = 'member'");
    expect((await techcenter(["export", file], { dataDir })).noted).toContain("Noch niemand hat ein Admin-Konto");
    expect(filesIn(path.dirname(file))).toEqual([]);
  });

  it("writes tables and files beside a running portal, without secrets, and leaves an entry", async () => {
    const { dataDir, keys } = await aDataFolder({ uploads: 1 });
    change(dataDir, "update users set password_hash = '$argon2id$theHash'");
    const lock = lockData(dataDir);
    const file = path.join(temporaryFolder("export"), "alles.zip");
    expect(await techcenter(["export", file], { dataDir })).toMatchObject({ code: 0, noted: "" });
    lock.end();
    const parts = unzipSync(readFileSync(file));
    const [key = ""] = keys;
    const users = Buffer.from(parts["Tabellen/users.json"] ?? []).toString();
    expect(users).toContain("jana@agentur.example");
    expect(users).not.toContain("theHash");
    expect(Buffer.from(parts[`Dateien/${key}/angebot.pdf`] ?? []).equals(readFileSync(uploadFile(dataDir, key)))).toBe(
      true,
    );
    expect(existsSync(`${file}.part`)).toBe(false);
    expect(read(dataDir, "select kind, actor_id from changes")).toEqual([
      { kind: "setting.whole-exported", actor_id: null },
    ]);
  });
});

describe("techcenter vacuum", () => {
  it("gives space back in steps beside a running portal, and writes anew without one", async () => {
    const dataDir = temporaryFolder("vacuum");
    const db = openDatabase(dataDir);
    await migrateToLatest(db, dataDir);
    await db.destroy();
    loadSecrets(dataDir);
    fillAndEmpty(dataDir);
    const full = spaceOf(dataDir);
    expect(full).toMatchObject({ canShrink: true });
    const lock = lockData(dataDir);
    const beside = await techcenter(["vacuum"], { dataDir });
    expect(beside).toMatchObject({ code: 0, noted: expect.stringContaining("nur ohne es") });
    lock.end();
    expect(spaceOf(dataDir).bytes).toBeLessThan(full.bytes / 2);
    expect(await techcenter(["vacuum"], { dataDir })).toMatchObject({ code: 0, noted: "" });
    expect(spaceOf(dataDir).idleBytes).toBe(0);
  });

  it("says why it cannot in a file of the former layout, and can once it was written anew", async () => {
    const { dataDir } = await aDataFolder({ uploads: 0 });
    fillAndEmpty(dataDir);
    const first = lockData(dataDir);
    expect(await techcenter(["vacuum"], { dataDir })).toMatchObject({
      code: 1,
      noted: expect.stringContaining("hielte das laufende Portal auf"),
    });
    first.end();
    expect((await techcenter(["vacuum"], { dataDir })).code).toBe(0);
    const second = lockData(dataDir);
    expect((await techcenter(["vacuum"], { dataDir })).code).toBe(0);
    second.end();
  });
});

function change(dataDir: string, statement: string): void {
  const sqlite = new Sqlite(databaseFile(dataDir));
  sqlite.exec(statement);
  sqlite.close();
}

function read(dataDir: string, statement: string): unknown[] {
  const sqlite = new Sqlite(databaseFile(dataDir), { readonly: true });
  const rows = sqlite.prepare(statement).all();
  sqlite.close();
  return rows;
}

function fillAndEmpty(dataDir: string): void {
  change(
    dataDir,
    "create table filler as with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000) select i, randomblob(4000) as b from n",
  );
  change(dataDir, "drop table filler");
}

function spaceOf(dataDir: string) {
  const sqlite = new Sqlite(databaseFile(dataDir), { readonly: true });
  const space = readSpace(sqlite);
  sqlite.close();
  return space;
}

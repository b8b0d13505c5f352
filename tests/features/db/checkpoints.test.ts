import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startCheckpoints } from "../../../server/db/checkpoints.ts";
import { databaseFile, openDatabase } from "../../../server/db/connection.ts";
import { migrateToLatest } from "../../../server/db/migrate.ts";
import { until } from "../../support/until.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "techcenter-checkpoints-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it("moves what was written from the log into the database while it stays open", async () => {
  const db = openDatabase(dataDir);
  await migrateToLatest(db);
  const before = statSync(databaseFile(dataDir)).size;
  const errors: unknown[] = [];
  const checkpoints = startCheckpoints(dataDir, { everyMs: 10, onError: (error) => errors.push(error) });
  await until(() => expect(statSync(databaseFile(dataDir)).size).toBeGreaterThan(before));
  await checkpoints.stop();
  await db.destroy();
  expect(errors).toEqual([]);
});

it("gives back what a large import took for its log", async () => {
  const db = openDatabase(dataDir);
  await migrateToLatest(db);
  const log = `${databaseFile(dataDir)}-wal`;
  await sql`create table ballast (bytes blob)`.execute(db);
  for (let count = 0; count < 30; count += 1) await sql`insert into ballast values (zeroblob(1048576))`.execute(db);
  expect(statSync(log).size).toBeGreaterThan(28 * 1024 * 1024);
  await sql`pragma wal_checkpoint(passive)`.execute(db);
  await sql`delete from ballast where rowid = 1`.execute(db);
  expect(statSync(log).size).toBeLessThanOrEqual(16 * 1024 * 1024);
  await db.destroy();
});

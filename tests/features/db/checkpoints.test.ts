import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
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

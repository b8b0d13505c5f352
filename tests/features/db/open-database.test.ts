import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databaseFile, openDatabase } from "../../../server/db/connection.ts";
import { migrateToLatest } from "../../../server/db/migrate.ts";
import { loadSecrets } from "../../../server/secrets.ts";
import { StartProblem } from "../../../server/start-problem.ts";

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "portal-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function refusal(): string {
  try {
    openDatabase(dataDir);
  } catch (error) {
    if (error instanceof StartProblem) return error.message;
    throw error;
  }
  throw new Error("the database was opened");
}

describe("a database is not created", () => {
  const keepUpload = (stage: string) => {
    mkdirSync(path.join(dataDir, "uploads", stage), { recursive: true });
    writeFileSync(path.join(dataDir, "uploads", stage, "k".repeat(43)), "ein Vertrag");
  };

  it.each([
    ["missing", () => undefined],
    ["empty", (file: string) => writeFileSync(file, "")],
    ["without a table", (file: string) => new Sqlite(file).exec("create table a (b); drop table a").close()],
  ])("where uploads lie and it is %s", (_case, leave) => {
    leave(databaseFile(dataDir));
    keepUpload("kept/kk");
    expect(refusal()).toContain("liegen Uploads, aber keine Datenbank");
  });

  it("where uploads that were set aside lie", () => {
    keepUpload("orphaned");
    expect(refusal()).toContain("liegen Uploads, aber keine Datenbank");
  });

  it("where only secrets lie", () => {
    loadSecrets(dataDir);
    expect(refusal()).toContain("liegen Geheimnisse (secrets.json), aber keine Datenbank");
  });
});

it("a database is created in a folder in which a start has left nothing but folders", async () => {
  mkdirSync(path.join(dataDir, "uploads/kept/kk"), { recursive: true });
  writeFileSync(databaseFile(dataDir), "");
  const db = openDatabase(dataDir);
  await migrateToLatest(db);
  expect(await db.selectFrom("users").selectAll().execute()).toEqual([]);
  await db.destroy();
});

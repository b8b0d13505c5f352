import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { loadSecrets } from "../../server/secrets.ts";
import { failToStart, newDataDir, startPortalProcess } from "../support/portal/portal-process.ts";
import { onSqlite } from "../support/postgres/on-sqlite.ts";
import { hireInto } from "../support/staff.ts";

const root = path.resolve(import.meta.dirname, "../..");
let dataDir: string;

beforeEach(() => {
  dataDir = newDataDir();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function sentenceOf(options: Parameters<typeof failToStart>[0]): Promise<string> {
  const { code, stderr } = await failToStart(options);
  expect(code).toBe(1);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).not.toMatch(/\bat .+:\d+:\d+/);
  return stderr.trim();
}

describe("a portal that cannot start says why in one sentence and ends with 1", () => {
  it.each([
    ["PORT", "dreitausend"],
    ["PORT", "70000"],
    ["SOKETI_PORT", "-1"],
    ["PUBLIC_URL", "techcenter"],
    ["PUBLIC_URL", "ftp://techcenter.example"],
    ["ADMIN_EMAIL", "jana"],
    ["TRUST_PROXY", "vielleicht"],
    ["HSTS_SUBDOMAINS", "ja"],
    ["LOG_LEVEL", "laut"],
  ])("%s=%s", async (variable, value) => {
    expect(await sentenceOf({ dataDir, env: { [variable]: value } })).toContain(`${variable} hat keinen gültigen Wert`);
  });

  it("ADMIN_EMAIL without ADMIN_PASSWORD, or with a short one", async () => {
    const env = { ADMIN_EMAIL: "jana@agentur.example" };
    expect(await sentenceOf({ dataDir, env })).toContain("ADMIN_PASSWORD fehlt");
    expect(await sentenceOf({ dataDir, env: { ...env, ADMIN_PASSWORD: "kurz" } })).toContain("ADMIN_PASSWORD");
  });

  it("a taken port", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    expect(await sentenceOf({ dataDir, env: { PORT: String(port) } })).toContain(`Der Port ${port}`);
    expect(await sentenceOf({ dataDir, env: { SOKETI_PORT: String(port) } })).toContain("SOKETI_PORT");
    other.close();
  });

  it("a data folder that cannot be written", async () => {
    const file = path.join(dataDir, "eine-datei");
    writeFileSync(file, "");
    expect(await sentenceOf({ dataDir: path.join(file, "data") })).toContain("DATA_DIR");
  });

  onSqlite("it writes into SQLite's file").it("a database newer than the code", async () => {
    await hireInto(dataDir);
    const sqlite = new Sqlite(path.join(dataDir, "techcenter.sqlite"));
    sqlite
      .prepare("insert into kysely_migration (name, timestamp) values (?, ?)")
      .run("9999-from-the-future", new Date().toISOString());
    sqlite.close();
    expect(await sentenceOf({ dataDir })).toContain("Die Datenbank ist neuer als dieses Programm");
  });

  onSqlite("it writes into SQLite's file").it(
    "a migration that fails, with a code that has systemd try no more",
    async () => {
      await hireInto(dataDir);
      const sqlite = new Sqlite(path.join(dataDir, "techcenter.sqlite"));
      sqlite.exec(`delete from kysely_migration where name = (select max(name) from kysely_migration);
      create trigger never before insert on kysely_migration begin select raise(abort, 'never'); end`);
      sqlite.close();
      const { code, stderr } = await failToStart({ dataDir });
      expect(code).toBe(78);
      expect(stderr).toMatch(/^Die Datenbank ließ sich nicht .* Die Datenbank ist unverändert.*\n$/);
    },
  );

  it("no database beside uploads and secrets, and touches none of them", async () => {
    loadSecrets(dataDir);
    const kept = path.join(dataDir, "uploads/kept/kk", "k".repeat(43));
    mkdirSync(path.dirname(kept), { recursive: true });
    writeFileSync(kept, "ein Vertrag");
    const longAgo = new Date("2026-01-01");
    utimesSync(kept, longAgo, longAgo);
    expect(await sentenceOf({ dataDir })).toMatch(
      /liegen Uploads und Geheimnisse \(secrets\.json\), aber keine Datenbank.* aus einer Sicherung/,
    );
    expect(readFileSync(kept, "utf8")).toBe("ein Vertrag");
    expect(existsSync(path.join(dataDir, "techcenter.sqlite"))).toBe(false);
  });

  it("damaged secrets", async () => {
    writeFileSync(path.join(dataDir, "secrets.json"), "{");
    expect(await sentenceOf({ dataDir })).toContain("secrets.json ist beschädigt");
  });

  describe("a soketi.json", () => {
    // One folder for all, whose modules are compiled once.
    const copy = mkdtempSync(path.join(tmpdir(), "portal-copy-"));
    for (const name of ["contract", "migrations", "build", "node_modules", "package.json", "app"])
      symlinkSync(path.join(root, name), path.join(copy, name));
    symlinkSync(path.join(root, "server"), path.join(copy, "server"), "dir");
    afterAll(() => rmSync(copy, { recursive: true }));

    it.each([
      ["no JSON", "{"],
      ["a list", "[]"],
      ["an unknown key", '{"nonsense": true}'],
    ])("with %s", async (_, content) => {
      writeFileSync(path.join(copy, "soketi.json"), content);
      const nodeFlags = ["--preserve-symlinks", "--preserve-symlinks-main"];
      expect(await sentenceOf({ dataDir, from: copy, nodeFlags })).toContain("soketi.json");
    });
  });
});

describe.skipIf(process.platform === "win32")("a portal that runs", () => {
  it("has a folder of data that no other account may read, nor any file in it", async () => {
    chmodSync(dataDir, 0o755);
    const portal = await startPortalProcess({ dataDir });
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = files.map(({ parentPath, name }) => path.join(parentPath, name));
    // What has gone since it was listed is open to nobody.
    const modeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
    const open = paths.filter((file) => (modeOf(file) & 0o077) !== 0);
    await portal.end("SIGTERM");
    const names = paths.map((file) => path.basename(file));
    expect(names).toContain("secrets.json");
    expect(names.includes("techcenter.sqlite")).toBe(inject("postgres") === undefined);
    expect(open).toEqual([]);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });
});

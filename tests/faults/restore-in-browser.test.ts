import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, vi } from "vitest";
import type { RestoreState } from "../../contract/backups/restore.ts";
import { createIdentity } from "../../server/backup/encryption.ts";
import { databaseFile } from "../../server/db/connection.ts";
import { aDataFolder, type BackupDesk, filesIn, openBackupDesk, uploadFile } from "../support/backups/data-folder.ts";
import { freePort, newDataDir, type PortalProcess, startPortalProcess } from "../support/portal/portal-process.ts";
import { onSqlite } from "../support/postgres/on-sqlite.ts";

const { it } = onSqlite("its backup is one of SQLite's file");

let dataDir: string;
let keys: string[];
let desk: BackupDesk;
let snapshot: string;
let portal: PortalProcess;
let token: string;

// One empty portal for all: what it refuses leaves it empty.
beforeAll(async () => {
  const saved = await aDataFolder({ uploads: 2 });
  desk = await openBackupDesk(saved.dataDir);
  keys = saved.keys;
  snapshot = (await desk.run()).id;
  dataDir = newDataDir();
  portal = await startPortalProcess({ dataDir, env: { PORT: await freePort() } });
  // It is told right after the log says that the portal runs.
  await vi.waitFor(() => expect(portal.told()).toContain("token="));
  token = /token=(\S+)/.exec(portal.told())?.[1] ?? "";
});
afterAll(async () => {
  await portal.end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
});

async function ask(way: string, body: object) {
  const response = await fetch(`${portal.url}/api/restore${way}`, {
    method: "POST",
    // The portal starts anew in between: a kept connection could be one to the former.
    headers: { "Content-Type": "application/json", Connection: "close" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const source = (token: string) => ({ token, from: desk.folder, secret: "" });
const order = (token: string) => ({ ...source(token), snapshot, key: desk.identity });
const ended = (token: string) =>
  vi.waitFor(async () => {
    const { body } = (await ask("/state", { token })) as { body: RestoreState };
    expect(body.step).not.toBe("running");
    return body;
  });

it("answers nothing without the set-up link, not even whether a folder is there", async () => {
  for (const way of ["", "/list", "/state"])
    for (const wrong of ["", "guessed", token.slice(1)]) {
      const refused = await ask(way, { ...order(wrong), from: "/absent" });
      expect(refused).toMatchObject({ status: 400, body: { fields: { token: [expect.any(String)] } } });
      expect(refused.body.fields).not.toHaveProperty("from");
    }
});

it("names what is wrong with a target or key, and replaces nothing by a backup that is not whole", async () => {
  expect(await ask("/list", { ...source(token), from: "/absent" })).toMatchObject({
    status: 400,
    body: { fields: { from: [expect.any(String)] } },
  });
  expect(await ask("", { ...order(token), key: "AGE-SECRET-KEY-1" })).toMatchObject({
    status: 400,
    body: { fields: { key: [expect.any(String)] } },
  });
  expect((await ask("", { ...order(token), snapshot: "../../etc" })).body.fields).toHaveProperty("snapshot");

  const before = tables();
  expect((await ask("", { ...order(token), key: await createIdentity() })).status).toBe(202);
  expect(await ended(token)).toEqual({ step: "failed", code: "wrongKey", message: expect.any(String) });
  const archive = path.join(desk.folder, "snapshots", `${snapshot}.tar.gz.age`);
  const whole = readFileSync(archive);
  truncateSync(archive, 70_000);
  expect((await ask("", order(token))).status).toBe(202);
  expect(await ended(token)).toMatchObject({ step: "failed", code: "damaged" });
  writeFileSync(archive, whole);
  expect(tables()).toEqual(before);
  expect(filesIn(dataDir).filter((file) => file.includes("restore"))).toEqual([]);
});

it("puts the backup in place of the empty portal, which goes on as the former one", async () => {
  expect((await ask("/list", source(token))).body).toMatchObject([{ id: snapshot, at: expect.any(String) }]);
  const again = portal.logged("portal is running again");
  expect(await ask("", { ...order(token), key: desk.identity.toLowerCase() })).toMatchObject({
    status: 202,
    body: { step: "running" },
  });
  await again;
  // Somebody has an account by now: the link is over, for this and for everything else.
  for (const way of ["", "/list", "/state"]) expect(await ask(way, order(token))).toMatchObject({ status: 412 });
  expect(await fetch(`${portal.url}/api/health/ready`).then((answer) => answer.status)).toBe(200);
  expect(people()).toEqual(["Jana"]);
  for (const key of keys) expect(existsSync(uploadFile(dataDir, key))).toBe(true);
  expect(readFileSync(path.join(dataDir, "secrets.json"), "utf8")).toContain("signingKey");
});

function read(statement: string): unknown[] {
  const sqlite = new Sqlite(databaseFile(dataDir), { readonly: true });
  const rows = sqlite.prepare(statement).pluck().all();
  sqlite.close();
  return rows;
}
const people = () => read("select name from users");
const tables = () => [read("select count(*) from sqlite_schema"), people()];

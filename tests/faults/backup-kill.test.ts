import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { createTRPCClient, httpLink } from "@trpc/client";
import Sqlite from "better-sqlite3";
import superjson from "superjson";
import { expect, it, vi } from "vitest";
import { createIdentity, recipientOf } from "../../server/backup/encryption.ts";
import { openLocalFolder } from "../../server/backup/targets/local-folder.ts";
import { verify } from "../../server/backup/verify.ts";
import { workRootOf } from "../../server/backup/work-folder.ts";
import { databaseFile } from "../../server/db/connection.ts";
import type { AppRouter } from "../../server/features/router.ts";
import { aDataFolder, addUpload, age, filesIn } from "../support/backups/data-folder.ts";
import { letLeaseEnd } from "../support/backups/let-lease-end.ts";
import { toldByRestore } from "../support/backups/told-by-restore.ts";
import { chanceOf } from "../support/chance.ts";
import { techcenter } from "../support/cli/command-line.ts";
import { type PortalProcess, startPortalProcess } from "../support/portal/portal-process.ts";
import { repetitions } from "../support/repetitions.ts";
import { hireInto } from "../support/staff.ts";
import { temporaryFolder } from "../support/temporary-folders.ts";

const rounds = repetitions(5, 50);
const writers = 4;
/** A run then lasts for seconds, on a fast machine as well, and a kill falls into it. */
const slowly = { megabitsPerSecond: 8 };
const waiting = { timeout: 120_000, interval: 20 };

/** Processes that work for a run which a portal has begun. */
function processesOf(runId: string): number[] {
  return globSync("/proc/[0-9]*/cmdline")
    .filter((file) => commandLine(file).includes(`--claimed\0${runId}`))
    .map((file) => Number(file.split("/")[2]));
}

function commandLine(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // It has ended since it was listed.
    return "";
  }
}

function readAll(dataDir: string, statement: string): unknown[] {
  const sqlite = new Sqlite(databaseFile(dataDir), { readonly: true });
  const found = sqlite.prepare(statement).pluck().all();
  sqlite.close();
  return found;
}

const positions =
  "select json_extract(after_json, '$.position') from changes where kind = 'user.updated' and after_json like '%position%'";

function missingIn(dataDir: string, acknowledged: readonly string[]): string[] {
  const kept = new Set(readAll(dataDir, positions));
  return acknowledged.filter((position) => !kept.has(position));
}

const clientOf = ({ url }: PortalProcess, cookie: string) =>
  createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${url}/api/trpc`, transformer: superjson, headers: { cookie } })],
  });
type Client = ReturnType<typeof clientOf>;

/** Writes until the portal is gone, and notes what it said it had kept. */
async function writeOn(client: Client, id: string, { round, into }: { round: number; into: string[] }): Promise<void> {
  let next = 0;
  const write = async () => {
    for (;;) {
      next += 1;
      const position = `Runde ${round}, Änderung ${next}`;
      await client.user.update.mutate({ params: { id }, body: { position } });
      into.push(position);
    }
  };
  // A portal that is killed answers none of them.
  await Promise.all(Array.from({ length: writers }, () => write().catch(() => undefined)));
}

async function finishRun(client: Client, kind: "backup" | "test") {
  await client.backup.start.mutate({ kind });
  await vi.waitFor(async () => expect((await client.backup.get.query({})).running).toBeNull(), {
    ...waiting,
    interval: 200,
  });
  return client.backup.get.query({});
}

it(`kill -9 of a portal beside its own backup, ${rounds} times, loses nothing and leaves nothing over`, async () => {
  const chance = chanceOf(2026);
  const { dataDir } = await aDataFolder({ uploads: 12, bytes: 400_000 });
  const { id, cookie } = await hireInto(dataDir, { email: "chef@agentur.example" });
  const folder = temporaryFolder("target");
  const identity = await createIdentity();
  const values = { folderPath: folder, recipient: await recipientOf(identity), schedule: "off" } as const;
  const acknowledged: string[] = [];

  for (let round = 0; round < rounds; round += 1) {
    const portal = await startPortalProcess({ dataDir });
    expect(missingIn(dataDir, acknowledged)).toEqual([]);
    const client = clientOf(portal, cookie);
    if (round === 0)
      await client.setting.update.mutate({ section: "backup", values: { ...values, ...slowly }, version: 0 });
    addUpload(dataDir, Buffer.alloc(400_000, round));
    const writing = writeOn(client, id, { round, into: acknowledged });
    const { running } = await client.backup.start.mutate({ kind: "backup" });
    const runId = running?.id ?? "";
    await vi.waitUntil(() => existsSync(workRootOf(dataDir)), waiting);
    const killAfter = acknowledged.length + chance.below(100);
    await vi.waitUntil(() => acknowledged.length >= killAfter, waiting);
    const [worker] = processesOf(runId);
    const killed = portal.end("SIGKILL");
    // Every other time as when the host loses power; otherwise the run hears that its portal is gone, and ends.
    if (round % 2 === 1 && worker) process.kill(worker, "SIGKILL");
    expect(await killed).toBe("SIGKILL");
    await writing;
    await vi.waitUntil(() => processesOf(runId).length === 0, waiting);
    letLeaseEnd(dataDir);
  }

  // A killed run leaves parts of files in the target, which the first run after a day removes.
  age(folder, 2);
  const portal = await startPortalProcess({ dataDir });
  expect(missingIn(dataDir, acknowledged)).toEqual([]);
  const client = clientOf(portal, cookie);
  await client.setting.update.mutate({ section: "backup", values, version: 1 });
  const backup = await finishRun(client, "backup");
  expect(backup.lastBackup).toMatchObject({ state: "done", faults: [], result: { uploads: 12 + rounds, missing: 0 } });
  expect(backup.runs.map(({ state }) => state)).toContain("failed");
  expect((await finishRun(client, "test")).lastTest).toMatchObject({ state: "done", faults: [] });
  expect(await portal.end("SIGTERM")).toBe(0);

  const scratch = path.join(temporaryFolder("scratch"), "in");
  const { faults } = await verify({ target: await openLocalFolder(folder), identity, scratch, samples: "all" });
  expect(faults).toEqual([]);
  const elsewhere = path.join(temporaryFolder("elsewhere"), "restored");
  expect(await techcenter(["restore", "--from", folder], { dataDir: elsewhere, answers: [identity] })).toMatchObject({
    code: 0,
    noted: expect.stringMatching(toldByRestore),
  });
  expect(acknowledged.length).toBeGreaterThan(rounds);
  expect(missingIn(elsewhere, acknowledged)).toEqual([]);
  expect(filesIn(path.join(elsewhere, "uploads/kept"))).toEqual(filesIn(path.join(dataDir, "uploads/kept")));

  expect(existsSync(workRootOf(dataDir))).toBe(false);
  const kept = filesIn(folder);
  expect(kept.filter((name) => name.startsWith("objects/"))).toHaveLength(12 + rounds);
  const others = kept.filter((name) => !name.startsWith("objects/") && name !== "snapshots/owner.json");
  const snapshots = others.map((name) => name.replace(/^.*?\./, ""));
  expect(new Set(snapshots)).toEqual(new Set(["ndjson.gz.age", "tar.gz.age"]));
  expect(snapshots.filter((end) => end === "tar.gz.age")).toHaveLength(snapshots.length / 2);
});

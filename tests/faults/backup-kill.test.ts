import { randomBytes } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createTRPCClient, httpLink } from "@trpc/client";
import { sql } from "kysely";
import superjson from "superjson";
import { expect, it, vi } from "vitest";
import { createIdentity, recipientOf } from "../../server/backup/encryption.ts";
import { openLocalFolder } from "../../server/backup/targets/local-folder.ts";
import { verify } from "../../server/backup/verify.ts";
import { workRootOf } from "../../server/backup/work-folder.ts";
import { openStoreFile, storeFile } from "../../server/checks/store/open-store.ts";
import { type DataPlace, openData as openPlace } from "../../server/db/data-place.ts";
import type { AppRouter } from "../../server/features/router.ts";
import { loadSecrets } from "../../server/secrets.ts";
import { age, filesIn, uploadFile } from "../support/backups/data-folder.ts";
import { toldByRestore } from "../support/backups/told-by-restore.ts";
import { chanceOf } from "../support/chance.ts";
import { techcenter } from "../support/cli/command-line.ts";
import { emptyPlace } from "../support/portal/empty-place.ts";
import { askData, operatorEnvironment, placeOf } from "../support/portal/open-data.ts";
import { type PortalProcess, startPortalProcess } from "../support/portal/portal-process.ts";
import { repetitions } from "../support/repetitions.ts";
import { hireInto } from "../support/staff.ts";
import { temporaryFolder } from "../support/temporary-folders.ts";

const rounds = repetitions(5, 50);
const writers = 4;
const uploadBytes = 400_000;
/** A run then lasts for seconds, on a fast machine as well, and a kill falls into it. */
const slowly = { megabitsPerSecond: 8 };
const waiting = { timeout: 120_000, interval: 20 };
/** What asks the portal or lists all processes takes the time in which a run could end. */
const patience = { timeout: 120_000, interval: 200 };

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

/** What was acknowledged and is not there. */
async function missingIn(place: DataPlace, acknowledged: readonly string[]): Promise<string[]> {
  const db = await openPlace(place);
  const changes = db.selectFrom("changes").select("afterJson").where("kind", "=", "user.updated");
  const kept = new Set((await changes.execute()).map(({ afterJson }) => JSON.parse(afterJson ?? "{}").position));
  await db.destroy();
  return acknowledged.filter((position) => !kept.has(position));
}

/** A data folder whose person has uploads. */
async function aPortalFolder(uploads: number) {
  const dataDir = temporaryFolder("backup");
  const { id, cookie } = await hireInto(dataDir, { email: "chef@agentur.example" });
  loadSecrets(dataDir);
  openStoreFile(storeFile(dataDir)).close();
  for (let count = 0; count < uploads; count += 1) await addUpload(dataDir, id, randomBytes(uploadBytes));
  return { place: await placeOf(dataDir), id, cookie };
}

async function addUpload(dataDir: string, ownerId: string, content: Buffer): Promise<void> {
  const key = randomBytes(32).toString("base64url");
  mkdirSync(path.dirname(uploadFile(dataDir, key)), { recursive: true });
  writeFileSync(uploadFile(dataDir, key), content);
  const at = "2026-11-20T09:00:00.000Z";
  await askData(
    dataDir,
    sql`insert into files (key, filename, mime_type, size, purpose, created_by_id, created_at, received_at, checked_at,
      confirmed_at, owner) values (${key}, 'angebot.pdf', 'application/pdf', ${content.length}, 'attachment', ${ownerId},
      ${at}, ${at}, ${at}, ${at}, ${`user:${ownerId}`})`,
  );
}

/** As if the time had passed after which a run that says nothing counts as dead. */
const letLeaseEnd = (dataDir: string) =>
  askData(dataDir, sql`update backup_runs set claimed_until = '2000-01-01T00:00:00.000Z' where state = 'running'`);

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
  await vi.waitFor(async () => expect((await client.backup.get.query({})).running).toBeNull(), patience);
  return client.backup.get.query({});
}

it(`kill -9 of a portal beside its own backup, ${rounds} times, loses nothing and leaves nothing over`, async () => {
  const chance = chanceOf(2026);
  const { place, id, cookie } = await aPortalFolder(12);
  const { dataDir } = place;
  const folder = temporaryFolder("target");
  const identity = await createIdentity();
  const values = { folderPath: folder, recipient: await recipientOf(identity), schedule: "off" } as const;
  const acknowledged: string[] = [];

  for (let round = 0; round < rounds; round += 1) {
    const portal = await startPortalProcess({ dataDir });
    expect(await missingIn(place, acknowledged)).toEqual([]);
    const client = clientOf(portal, cookie);
    if (round === 0)
      await client.setting.update.mutate({ section: "backup", values: { ...values, ...slowly }, version: 0 });
    await addUpload(dataDir, id, Buffer.alloc(uploadBytes, round));
    const writing = writeOn(client, id, { round, into: acknowledged });
    const { running } = await client.backup.start.mutate({ kind: "backup" });
    const runId = running?.id ?? "";
    await vi.waitUntil(() => existsSync(workRootOf(dataDir)), waiting);
    const killAfter = acknowledged.length + chance.below(100);
    await vi.waitUntil(() => acknowledged.length >= killAfter, waiting);
    const [worker] = processesOf(runId);
    const killed = portal.end("SIGKILL");
    // Every other time as when the host loses power; otherwise the run hears that its portal is gone, and ends.
    if (round % 2 === 1 && worker) killIfThere(worker);
    expect(await killed).toBe("SIGKILL");
    await writing;
    await vi.waitUntil(() => processesOf(runId).length === 0, patience);
    await letLeaseEnd(dataDir);
  }

  // A killed run leaves parts of files in the target, which the first run after a day removes.
  age(folder, 2);
  const portal = await startPortalProcess({ dataDir });
  expect(await missingIn(place, acknowledged)).toEqual([]);
  const client = clientOf(portal, cookie);
  await client.setting.update.mutate({ section: "backup", values, version: 1 });
  const backup = await finishRun(client, "backup");
  expect(backup.lastBackup).toMatchObject({ state: "done", faults: [], result: { uploads: 12 + rounds, missing: 0 } });
  expect(backup.runs.map(({ state }) => state)).toContain("failed");
  expect((await finishRun(client, "test")).lastTest).toMatchObject({ state: "done", faults: [] });
  expect(await portal.end("SIGTERM")).toBe(0);

  const scratch = path.join(temporaryFolder("scratch"), "in");
  const { postgres } = place;
  const target = await openLocalFolder(folder);
  const { faults } = await verify({ target, identity, scratch, samples: "all", ...(postgres && { postgres }) });
  expect(faults).toEqual([]);
  const elsewhere = await emptyPlace();
  const restored = await techcenter(["restore", "--from", folder], {
    dataDir: elsewhere.dataDir,
    answers: [identity],
    env: operatorEnvironment(elsewhere),
  });
  expect(restored).toMatchObject({ code: 0, noted: expect.stringMatching(toldByRestore) });
  expect(acknowledged.length).toBeGreaterThan(rounds);
  expect(await missingIn(elsewhere, acknowledged)).toEqual([]);
  expect(filesIn(path.join(elsewhere.dataDir, "uploads/kept"))).toEqual(filesIn(path.join(dataDir, "uploads/kept")));

  expect(existsSync(workRootOf(dataDir))).toBe(false);
  const kept = filesIn(folder);
  expect(kept.filter((name) => name.startsWith("objects/"))).toHaveLength(12 + rounds);
  const others = kept.filter((name) => !name.startsWith("objects/") && name !== "snapshots/owner.json");
  const snapshots = others.map((name) => name.replace(/^.*?\./, ""));
  expect(new Set(snapshots)).toEqual(new Set(["ndjson.gz.age", "tar.gz.age"]));
  expect(snapshots.filter((end) => end === "tar.gz.age")).toHaveLength(snapshots.length / 2);
});

/** A run may have ended by itself since it was found. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, describe, expect, it } from "vitest";
import { finishRestore, stageRestore } from "../../server/backup/restore.ts";
import { frugal } from "../../server/backup/runner.ts";
import { listSnapshots } from "../../server/backup/snapshots.ts";
import { verify } from "../../server/backup/verify.ts";
import { databaseFile } from "../../server/db/connection.ts";
import { listMigrations } from "../../server/db/migrate.ts";
import { aDataFolder, addUpload, type BackupDesk, openBackupDesk, uploadFile } from "../support/backups/data-folder.ts";
import { letLeaseEnd } from "../support/backups/let-lease-end.ts";
import { chanceOf } from "../support/chance.ts";
import { hostVariables } from "../support/cli/host-variables.ts";
import { repetitions } from "../support/repetitions.ts";
import { temporaryFolder } from "../support/temporary-folders.ts";

const root = path.resolve(import.meta.dirname, "../..");
const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  children.clear();
});

/** Two processes that write a hundred times a second each, in place of portals. */
async function openWriters(dataDir: string) {
  const program = path.join(root, "tests/support/backups/writer.ts");
  const writers = [0, 1].map(() => {
    const child = spawn(process.execPath, [program, databaseFile(dataDir)], { stdio: ["ignore", "pipe", "inherit"] });
    children.add(child);
    return child;
  });
  await Promise.all(writers.map((child) => child.stdout && once(child.stdout, "data")));
  return {
    async kill() {
      await Promise.all(
        writers.map((child) => {
          const ended = once(child, "exit");
          child.kill("SIGKILL");
          return ended;
        }),
      );
    },
  };
}

async function aBusyFolder(uploads?: { uploads: number; bytes: number }) {
  const { dataDir } = await aDataFolder(uploads);
  const sqlite = new Sqlite(databaseFile(dataDir));
  for (const end of ["a", "b"]) sqlite.exec(`create table pairs_${end} (writer integer, no integer)`);
  sqlite.close();
  return dataDir;
}

function pairsIn(dataDir: string): [number, number] {
  const sqlite = new Sqlite(databaseFile(dataDir), { readonly: true });
  const [a, b] = ["a", "b"].map((end) => sqlite.prepare(`select count(*) from pairs_${end}`).pluck().get() as number);
  expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
  sqlite.close();
  return [a ?? 0, b ?? 0];
}

async function restored(desk: BackupDesk, id?: string): Promise<[number, number]> {
  const elsewhere = temporaryFolder("restored");
  const migrations = await listMigrations();
  await stageRestore({
    dataDir: elsewhere,
    target: desk.target,
    identity: desk.identity,
    id,
    now: new Date(),
    migrations,
  });
  await finishRestore({ dataDir: elsewhere });
  return pairsIn(elsewhere);
}

/** A backup as `techcenter backup` makes it, in a process of its own. */
const spawnBackup = (dataDir: string, desk: BackupDesk, flags: string[] = []) =>
  spawnCommand(dataDir, ["backup", "--to", desk.folder, "--recipient", desk.recipient], flags);

function spawnCommand(dataDir: string, args: string[], flags: string[]) {
  const child = spawn(process.execPath, [...frugal.flags, ...flags, path.join(root, "server/cli/main.ts"), ...args], {
    env: { ...hostVariables(), ...frugal.env, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.add(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      said += text;
    });
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, said }));
  return { child, ended };
}

it("under 200 writes a second of two processes is of one moment", async () => {
  const dataDir = await aBusyFolder();
  const desk = await openBackupDesk(dataDir);
  const writers = await openWriters(dataDir);
  for (let round = 0; round < repetitions(3, 50); round += 1) {
    const [before] = pairsIn(dataDir);
    const { id } = await desk.run({ now: new Date(Date.UTC(2026, 10, 23, round)) });
    const [a, b] = await restored(desk, id);
    expect(a).toBe(b);
    expect(a).toBeGreaterThanOrEqual(before);
    expect(pairsIn(dataDir)[0]).toBeGreaterThan(before);
  }
  await writers.kill();
});

it("killed again and again, as its writers are, leaves nothing that looks whole and is not", async () => {
  const chance = chanceOf(14);
  const dataDir = await aBusyFolder({ uploads: 12, bytes: 400_000 });
  const desk = await openBackupDesk(dataDir);
  // What a round that is cut finds there is whole all the same.
  expect(await spawnBackup(dataDir, desk).ended).toMatchObject({ code: 0 });
  const rounds = repetitions(3, 50);
  let cut = 0;
  for (let round = 0; round < rounds; round += 1) {
    const writers = await openWriters(dataDir);
    addUpload(dataDir, Buffer.alloc(400_000, round));
    const { child, ended } = spawnBackup(dataDir, desk);
    const phases = once(child.stderr, "data");
    await Promise.race([phases, ended]);
    // Somewhere within what is left of it.
    await new Promise((resolve) => setTimeout(resolve, chance.below(400)));
    child.kill("SIGKILL");
    await writers.kill();
    if ((await ended).code === null) cut += 1;
    letLeaseEnd(dataDir);
    const [newest] = (await listSnapshots(desk.target)).snapshots;
    const scratch = path.join(temporaryFolder("scratch"), "in");
    const { target, identity } = desk;
    const { faults } = await verify({ target, identity, id: newest?.id ?? "", scratch, samples: "all" });
    expect(faults).toEqual([]);
  }
  expect(cut).toBeGreaterThan(0);
  const last = await spawnBackup(dataDir, desk).ended;
  expect(last).toMatchObject({ code: 0 });
  expect(await restored(desk)).toEqual(pairsIn(dataDir));
});

describe("memory", () => {
  /** The most that the processes of a backup and of its restore took of it, in KiB. */
  async function peaksOf(megabytes: number) {
    const { dataDir } = await aDataFolder({ uploads: 0 });
    const each = 16;
    for (let count = 0; count < megabytes / each; count += 1) {
      const key = addUpload(dataDir, Buffer.from(`upload ${count}`));
      truncateSync(uploadFile(dataDir, key), each * 1024 * 1024);
    }
    const desk = await openBackupDesk(dataDir);
    const hook = path.join(temporaryFolder("hook"), "peak.mjs");
    writeFileSync(hook, 'process.on("exit", () => console.error("peak=" + process.resourceUsage().maxRSS));');
    const peakOf = async ({ ended }: ReturnType<typeof spawnCommand>) => {
      const { code, said } = await ended;
      expect({ code, said }).toMatchObject({ code: 0 });
      return Number(/peak=(\d+)/.exec(said)?.[1]);
    };
    const backup = await peakOf(spawnBackup(dataDir, desk, ["--import", hook]));
    const keyFile = path.join(temporaryFolder("key"), "key.txt");
    writeFileSync(keyFile, desk.identity);
    const args = ["restore", "--from", desk.folder, "--key-file", keyFile];
    return { backup, restore: await peakOf(spawnCommand(temporaryFolder("restored"), args, ["--import", hook])) };
  }

  it("is the same for four times the uploads, also while they are restored", async () => {
    const [less, more] = [repetitions(64, 2048), repetitions(256, 8192)];
    const [small, large] = [await peaksOf(less), await peaksOf(more)];
    for (const step of ["backup", "restore"] as const) {
      console.info(`${step}: ${Math.round(small[step] / 1024)} MB and ${Math.round(large[step] / 1024)} MB at most`);
      // Collections that a busy machine has come late cost some 60 MB: little beside gigabytes, but a third of what the short
      // runs take. So these refuse only whoever keeps half of what was added.
      const max = repetitions(small[step] + ((more - less) / 2) * 1024, small[step] * 1.1);
      expect(large[step]).toBeLessThan(max);
    }
  });
});

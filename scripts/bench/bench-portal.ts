import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { requireValue } from "../../contract/narrowing.ts";
import { createSession } from "../../server/auth/sessions.ts";
import { type Db, openDatabase } from "../../server/db/connection.ts";
import { migrateToLatest } from "../../server/db/migrate.ts";
import { newId } from "../../server/db/new-id.ts";
import { openPostgres } from "../../server/db/postgres/open-postgres.ts";
import { isProfiling, profileArguments, startCounting } from "./profile/recording.ts";

const root = path.resolve(import.meta.dirname, "../..");

export interface BenchPortal {
  url: string;
  pid: number;
  userId: string;
  cookie: string;
  dataDir: string;
  /** Of its inspector, where it was asked to open one. */
  inspectorUrl?: string;
  /** Ends it and starts another one on the same data, with other variables. */
  startAgain(env: Record<string, string>): Promise<BenchPortal>;
  /** Starts another node of the same portal, with a data folder and variables of its own. */
  startBeside(env: Record<string, string>): Promise<BenchPortal>;
  stop(): Promise<void>;
}

/**
 * A portal in a process of its own, with one signed-in person who has 500 notifications, 20 of them unread; `more`
 * fills in what else is measured, also into Postgres where `env` has a DATABASE_URL.
 */
export async function startBenchPortal(
  more?: (db: Db, userId: string) => Promise<void>,
  options: BenchOptions = {},
): Promise<BenchPortal> {
  const dataDir = newDataDir();
  const url = options.env?.DATABASE_URL;
  const db = url ? await openPostgres(url) : openDatabase(dataDir);
  return launch({ dataDir, ...(await fill(db, more)) }, options);
}

const newDataDir = () => mkdtempSync(path.join(tmpdir(), "techcenter-bench-"));

interface BenchOptions {
  isInspected?: boolean;
  env?: Record<string, string>;
}

interface Filled {
  dataDir: string;
  userId: string;
  token: string;
}

async function launch(filled: Filled, { isInspected = false, env = {} }: BenchOptions): Promise<BenchPortal> {
  const { dataDir, userId, token } = filled;
  const watching = [...(isInspected ? ["--inspect=127.0.0.1:0"] : []), ...profileArguments()];
  const child = spawn(process.execPath, [...process.execArgv, ...watching, path.join(root, "server/portal/main.ts")], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATA_DIR: dataDir,
      PORT: "0",
      SOKETI_PORT: "0",
      LOG_LEVEL: "info",
      // One person asks here for thousands.
      SOCKETS_PER_USER: "2000",
      RPC_CALLS_PER_MINUTE: "1000000000",
      ...env,
    },
    stdio: ["ignore", "pipe", isInspected ? "pipe" : "inherit"],
  });
  const end = async () => {
    child.kill("SIGTERM");
    await new Promise((resolve) => child.once("exit", resolve));
  };
  const inspectorUrl = isInspected ? await readInspectorUrl(child) : undefined;
  const url = await readUrl(child);
  const pid = requireValue(child.pid);
  startCounting(pid);
  return {
    url,
    pid,
    userId,
    cookie: `techcenter.session=${token}`,
    dataDir,
    ...(inspectorUrl && { inspectorUrl }),
    async startAgain(changed) {
      await end();
      return launch(filled, { isInspected, env: { ...env, ...changed } });
    },
    async startBeside(changed) {
      const folder = newDataDir();
      copyFileSync(path.join(dataDir, "secrets.json"), path.join(folder, "secrets.json"));
      return launch({ ...filled, dataDir: folder }, { isInspected, env: { ...env, ...changed } });
    },
    async stop() {
      await end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function readInspectorUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    createInterface({ input: child.stderr as NodeJS.ReadableStream }).on("line", (line) => {
      const [url] = /ws:\/\/\S+/.exec(line) ?? [];
      if (url) resolve(url);
    });
  });
}

/** Resolves with the address that the portal logs when it runs. */
export function readUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the portal ended with ${code} before it ran`)));
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => {
      const entry = JSON.parse(line) as { url?: string; msg?: string };
      if (entry.msg === "portal is running" && entry.url) resolve(entry.url);
    });
  });
}

const idleShare = 0.1;
/** The profiler asks twice in each millisecond where a process is, also where that rests. */
const profiledIdleShare = 0.4;
const idleSeconds = 3;

/** Waits until a portal that was started on much new data has done what only its first minutes ask of it. */
export async function untilIdle({ pid }: Pick<BenchPortal, "pid">): Promise<void> {
  const share = isProfiling() ? profiledIdleShare : idleShare;
  for (let quiet = 0; quiet < idleSeconds; ) {
    const before = cpuSeconds(pid);
    await pause(1000);
    quiet = cpuSeconds(pid) - before < share ? quiet + 1 : 0;
  }
  startCounting(pid);
}

const ticksPerSecond = 100;

/** Processor time of a process so far, its threads included: fields 14 and 15 of proc_pid_stat(5). */
function cpuSeconds(pid: number): number {
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
  return (user + system) / ticksPerSecond;
}

async function fill(
  db: Db,
  more?: (db: Db, userId: string) => Promise<void>,
): Promise<{ userId: string; token: string }> {
  await migrateToLatest(db);
  const userId = newId();
  const now = new Date();
  const at = now.toISOString();
  await db
    .insertInto("users")
    .values({
      id: userId,
      email: "jana@agentur.example",
      name: "Jana Petersen",
      role: "admin",
      phone: null,
      position: null,
      imageKey: null,
      passwordHash: null,
      createdAt: at,
      joinedAt: at,
      deactivatedAt: null,
      lastSeenAt: null,
    })
    .execute();
  const notifications = Array.from({ length: 500 }, (_, index) => ({
    id: newId(),
    forUserId: userId,
    title: `Zertifikat von seite-${index}.example läuft ab`,
    message: `Noch <b>${index % 30} Tage</b>, danach sperren Browser die Seite.`,
    category: "website" as const,
    link: `/websites/${index}`,
    actorId: null,
    readAt: index < 20 ? null : at,
    createdAt: new Date(now.getTime() - index * 60_000).toISOString(),
  }));
  for (let from = 0; from < notifications.length; from += 100) {
    await db
      .insertInto("notifications")
      .values(notifications.slice(from, from + 100))
      .execute();
  }
  const { token } = await createSession(db, { userId, now });
  await more?.(db, userId);
  await db.destroy();
  return { userId, token };
}

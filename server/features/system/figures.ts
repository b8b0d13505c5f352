import { getHeapStatistics } from "node:v8";
import type { BackupState } from "../../../contract/backups/backups.ts";
import type { QueueKey } from "../../../contract/system/lights.ts";
import type { PortalNode } from "../../../contract/system/nodes.ts";
import type { ForeignBrowser } from "../../browser/browser.ts";
import { readDatabaseSize } from "../../db/database-size.ts";
import { type DiskSpace, tightestOf } from "../../files/disk-space.ts";
import { nextRun } from "../../jobs/plan.ts";
import type { Services } from "../../trpc/context.ts";
import { judgeBackups } from "../backups/queries.ts";
import { findJobTroubles, type JobTroubles } from "../jobs/watch.ts";
import { type Advisories, readAdvisories } from "./advisories.ts";
import { countMemoryRestarts } from "./memory-restarts.ts";
import { listNodes } from "./nodes.ts";
import { type ProcessFigures, readProcessFigures } from "./process-figures.ts";
import { type QueueFigures, readQueueFigures } from "./queues.ts";
import { type PointFigure, readPointFigures } from "./vantage-light.ts";

/** How the portal is doing, in numbers. Nothing in them names a person. */
export interface SystemFigures {
  /** Of those that the data and the uploads lie on, the one that is worse off. */
  disk: ReturnType<typeof tightestOf>;
  /** What the data, and copies of the database, lie on. */
  dataDisk: DiskSpace;
  uploadsDisk: DiskSpace;
  databaseBytes: number;
  /** Of the write-ahead log; undefined where the engine keeps that to itself. */
  logBytes: number | undefined;
  /** What is in use of the memory that V8 may take at most; the portal restarts before that is full. */
  heap: { usedBytes: number; maxBytes: number };
  /** How often it did within the last day. */
  memoryRestarts: number;
  process: ProcessFigures | undefined;
  queues: Record<QueueKey, QueueFigures>;
  /** By their names. */
  jobs: Record<keyof JobTroubles, string[]> & {
    /** How long the one has been due that should have started first. */
    latestMs: number;
  };
  /** How many checks are to be made; none where monitoring is off. */
  activeChecks: number;
  /** How late the most belated check is; undefined where nothing was ever checked. */
  checkLateMs: number | undefined;
  /** Those that serve this portal, or did lately; none where there can be one alone. */
  nodes: readonly PortalNode[];
  /** From where else it is checked. */
  vantagePoints: readonly PointFigure[];
  /** How backups stand as the settings judge it, when one was last made, and when one was last restored for a test without a fault. */
  backup: Pick<BackupState, "light" | "message"> & {
    lastGoodAt: Date | undefined;
    lastTestedAt: Date | undefined;
    /** Backups are made beside the portal, as an admin says. */
    isArranged: boolean;
  };
  /** Why pages of others cannot be opened, if so, and whether one was. */
  browser: { off: ReturnType<ForeignBrowser["off"]>; hasServed: boolean };
  advisories: Advisories;
}

/** What does not fit in how it was set up; read when somebody looks. */
export interface SetUpFigures {
  /** In words. */
  unreadableSecrets: readonly string[];
  hasUnheardProxy: boolean;
  dataFits: boolean;
}
export type JudgedFigures = SystemFigures & { setUp: SetUpFigures };

export type FiguresContext = Pick<Services, "db" | "nodes" | "disks" | "now" | "checks" | "browser" | "jobs">;

export async function readFigures(
  { db, nodes, disks, now, checks, browser, jobs }: FiguresContext,
  { reset = false } = {},
): Promise<SystemFigures> {
  const at = now();
  const heap = getHeapStatistics();
  const [spaces, size, queues, readJobs, backup, advisories, memoryRestarts, activeChecks, served, vantagePoints] =
    await Promise.all([
      disks.read(),
      readDatabaseSize(db),
      readQueueFigures({ db, now, checks, browser }),
      readJobFigures({ db, nodes, now, jobs }),
      readBackups({ db, now }),
      readAdvisories(),
      countMemoryRestarts({ db, now }),
      checks.isOn ? countActiveChecks({ db }) : 0,
      listNodes({ db, nodes }),
      readPointFigures({ db, now }),
    ]);
  return {
    disk: tightestOf(spaces),
    dataDisk: spaces.data,
    uploadsDisk: spaces.uploads,
    ...size,
    queues,
    backup,
    advisories,
    memoryRestarts,
    browser: { off: browser.off(), hasServed: browser.hasServed() },
    heap: { usedBytes: heap.used_heap_size, maxBytes: heap.heap_size_limit },
    process: readProcessFigures(db, { reset }),
    jobs: readJobs,
    activeChecks,
    nodes: served,
    vantagePoints,
    checkLateMs: checks.isOn ? checks.reader()?.latenessMs(at.getTime()) : undefined,
  };
}

async function readJobFigures(
  services: Pick<Services, "db" | "nodes" | "now" | "jobs">,
): Promise<SystemFigures["jobs"]> {
  const { db, now, jobs } = services;
  const running = await jobs.running(services);
  const at = now();
  const { failing, stumbled, quiet, hanging } = await findJobTroubles(services);
  const runs = new Map(
    (await db.selectFrom("jobRuns").select(["name", "startedAt"]).execute()).map((run) => [run.name, run]),
  );
  const namesOf = (found: readonly { name: string }[]) => found.map(({ name }) => name);
  const lateness = jobs.list.map((job) => {
    const run = runs.get(job.name);
    if (!run) return 0;
    const startedAt = new Date(run.startedAt);
    // What it was due at when it had just begun; a run that does not end is late by all of its time.
    const dueAt = running.has(job.name) ? startedAt : nextRun(job, startedAt, startedAt);
    return at.getTime() - dueAt.getTime();
  });
  return {
    failing: namesOf(failing),
    stumbled: namesOf(stumbled),
    quiet: namesOf(quiet),
    hanging: namesOf(hanging),
    latestMs: Math.max(0, ...lateness),
  };
}

async function countActiveChecks({ db }: Pick<Services, "db">): Promise<number> {
  const { count } = await db
    .selectFrom("checks")
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("isEnabled", "=", 1)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function readBackups(services: Pick<Services, "db" | "now">): Promise<SystemFigures["backup"]> {
  const { settings, last, judgement } = await judgeBackups(services);
  return {
    ...judgement,
    isArranged: settings.isArranged && settings.schedule === "off",
    lastGoodAt: last.good?.finishedAt ?? undefined,
    lastTestedAt: last.goodTest?.finishedAt ?? undefined,
  };
}

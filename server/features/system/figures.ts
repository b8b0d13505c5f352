import { getHeapStatistics } from "node:v8";
import type { ForeignBrowser } from "../../browser/browser.ts";
import { readDatabaseSize } from "../../db/database-size.ts";
import { readDiskSpace } from "../../files/disk-space.ts";
import { isOpen } from "../../jobs/deliveries.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";
import { type Advisories, readAdvisories } from "./advisories.ts";
import { countMemoryRestarts } from "./memory-restarts.ts";
import { type ProcessFigures, readProcessFigures } from "./process-figures.ts";

export interface QueueFigures {
  waiting: number;
  /** How long ago the oldest of it was queued. */
  oldestMs: number;
}

/** How the portal is doing, in numbers. Nothing in them names a person. */
export interface SystemFigures {
  disk: Awaited<ReturnType<typeof readDiskSpace>>;
  databaseBytes: number;
  logBytes: number;
  /** What is in use of the memory that V8 may take at most; the portal restarts before that is full. */
  heap: { usedBytes: number; maxBytes: number };
  /** How often it did within the last day. */
  memoryRestarts: number;
  process: ProcessFigures | undefined;
  queues: Record<"mail" | "webhooks" | "channels", QueueFigures>;
  failingJobs: string[];
  /** How late the most belated check is; undefined where nothing is watched. */
  checkLateMs: number | undefined;
  /** When one was last made, and when one was last restored for a test without a fault. */
  backup: {
    lastGoodAt: Date | undefined;
    lastTestedAt: Date | undefined;
    lastTestFailed: boolean;
    /** Backups are made beside the portal, as an admin says. */
    isArranged: boolean;
  };
  /** Why pages of others cannot be opened, if so, and whether one was. */
  browser: { off: ReturnType<ForeignBrowser["off"]>; hasServed: boolean };
  advisories: Advisories;
}

type Ctx = Pick<Services, "db" | "uploads" | "now" | "checks" | "browser">;

export async function readFigures(
  { db, uploads, now, checks, browser }: Ctx,
  { reset = false } = {},
): Promise<SystemFigures> {
  const at = now();
  const heap = getHeapStatistics();
  const [disk, size, queues, failing, backup, advisories, memoryRestarts] = await Promise.all([
    readDiskSpace(uploads.folder),
    readDatabaseSize(db),
    readQueueFigures({ db }, at),
    db.selectFrom("jobRuns").select("name").where("failures", ">=", 2).orderBy("name").execute(),
    readBackups({ db }),
    readAdvisories(),
    countMemoryRestarts({ db, now }),
  ]);
  return {
    disk,
    ...size,
    queues,
    backup,
    advisories,
    memoryRestarts,
    browser: { off: browser.off(), hasServed: browser.hasServed() },
    heap: { usedBytes: heap.used_heap_size, maxBytes: heap.heap_size_limit },
    process: readProcessFigures(db, { reset }),
    failingJobs: failing.map(({ name }) => name),
    checkLateMs: checks.isOn ? checks.reader()?.latenessMs(at.getTime()) : undefined,
  };
}

/** What waits to leave. What is switched off sends nothing by intent, so its deliveries do not count. */
export async function readQueueFigures({ db }: Pick<Services, "db">, now: Date): Promise<SystemFigures["queues"]> {
  const mail = await db
    .selectFrom("mails")
    .select((eb) => [eb.fn.countAll<number | string>().as("waiting"), eb.fn.min("createdAt").as("oldest")])
    .where("state", "in", ["queued", "sending"])
    .executeTakeFirstOrThrow();
  const webhooks = await db
    .selectFrom("webhookDeliveries")
    .select((eb) => [eb.fn.countAll<number | string>().as("waiting"), eb.fn.min("createdAt").as("oldest")])
    .where("state", "=", "queued")
    .where(isOpen.webhookDeliveries)
    .executeTakeFirstOrThrow();
  const channels = await db
    .selectFrom("channelDeliveries")
    .select((eb) => [eb.fn.countAll<number | string>().as("waiting"), eb.fn.min("createdAt").as("oldest")])
    .where("state", "=", "queued")
    .where(isOpen.channelDeliveries)
    .executeTakeFirstOrThrow();
  const figuresOf = ({ waiting, oldest }: { waiting: number | string; oldest: string | null }): QueueFigures => ({
    waiting: Number(waiting),
    oldestMs: oldest ? Math.max(0, now.getTime() - Date.parse(oldest)) : 0,
  });
  return { mail: figuresOf(mail), webhooks: figuresOf(webhooks), channels: figuresOf(channels) };
}

async function readBackups({ db }: Pick<Services, "db">): Promise<SystemFigures["backup"]> {
  const lastOf = (kind: "backup" | "test") =>
    db
      .selectFrom("backupRuns")
      .select(["state", "finishedAt"])
      .where("kind", "=", kind)
      .where("state", "!=", "running")
      .orderBy("startedAt", "desc");
  const good = await lastOf("backup").where("state", "=", "done").limit(1).executeTakeFirst();
  const test = await lastOf("test").limit(1).executeTakeFirst();
  const tested = await lastOf("test").where("state", "=", "done").limit(1).executeTakeFirst();
  const { isArranged, schedule } = await readSettings(db, "backup");
  return {
    isArranged: isArranged && schedule === "off",
    lastGoodAt: good?.finishedAt ? new Date(good.finishedAt) : undefined,
    lastTestedAt: tested?.finishedAt ? new Date(tested.finishedAt) : undefined,
    lastTestFailed: test?.state === "failed",
  };
}

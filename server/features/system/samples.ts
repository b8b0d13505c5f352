import { entriesOf, keysOf, parseOwnJson } from "../../../contract/narrowing.ts";
import { type HistoryKey, type Light, type LightKey, lightHistories } from "../../../contract/system/lights.ts";
import { dayMs, hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { analyseDatabase } from "../../db/database-size.ts";
import { shrink } from "../../db/free-space.ts";
import type { Services } from "../../trpc/context.ts";
import { type FiguresContext, readFigures, type SetUpFigures, type SystemFigures } from "./figures.ts";
import { judge } from "./lights.ts";

const keptMs = 7 * dayMs;
/** As wide as a line of an hour each can be drawn. */
const drawnHours = 7 * 24;

/** Beyond this it makes no difference, and a line has to end somewhere. */
const maxP95Ms = minuteMs;

/** What is drawn of each light over time. */
const drawn: Record<HistoryKey, (figures: SystemFigures, now: Date) => number | undefined> = {
  disk: ({ disk }) => (disk.state === "unknown" ? undefined : disk.freeBytes),
  backupAge: ({ backup }, now) => backup.lastGoodAt && now.getTime() - backup.lastGoodAt.getTime(),
  jobLateness: ({ jobs }) => jobs.latestMs,
  queues: ({ queues }) => Object.values(queues).reduce((sum, { waiting }) => sum + waiting, 0),
  queueAge: ({ queues }) => Math.max(...Object.values(queues).map(({ oldestMs }) => oldestMs)),
  checks: ({ checkLateMs }) => checkLateMs,
  checkerRestarts: ({ process }) => process?.checker?.restarts.lastDay,
  requests: ({ process }) => process?.requests.failed,
  requestP95: ({ process }) => process && Math.min(process.requests.p95Ms, maxP95Ms),
  push: ({ process }) => process?.sockets.open,
  pushRestarts: ({ process }) => process?.pushRestarts.lastDay,
  eventLoop: ({ process }) => process?.eventLoopP99Ms,
  memory: ({ heap }) => heap.usedBytes,
  database: ({ databaseBytes }) => databaseBytes,
  log: ({ logBytes }) => logBytes,
};

const captionsOf = (key: LightKey): Readonly<Partial<Record<HistoryKey, string>>> =>
  key in lightHistories ? lightHistories[key as keyof typeof lightHistories] : {};

/** Keeps how the portal is doing, and forgets what is older than 7 days. */
export async function takeSample(services: FiguresContext): Promise<void> {
  const { db, now } = services;
  const figures = await readFigures(services, { reset: true });
  const values = Object.fromEntries(entriesOf(drawn).map(([key, read]) => [key, read(figures, now()) ?? null]));
  const at = now().toISOString();
  await db
    .insertInto("systemSamples")
    .values({ at, valuesJson: JSON.stringify(values) })
    .onConflict((conflict) => conflict.column("at").doNothing())
    .execute();
  await db
    .deleteFrom("systemSamples")
    .where("at", "<", new Date(now().getTime() - keptMs).toISOString())
    .execute();
}

/** The lights with their last 7 days, an hour each; of an hour the worst value counts, of free space the least. */
export async function readLights(services: FiguresContext, setUp: SetUpFigures): Promise<Light[]> {
  const { db, now } = services;
  const from = now().getTime() - keptMs;
  const samples = await db
    .selectFrom("systemSamples")
    .selectAll()
    .where("at", ">=", new Date(from).toISOString())
    .orderBy("at")
    .execute();
  const hours = Array.from({ length: drawnHours }, () => new Map<string, number>());
  for (const { at, valuesJson } of samples) {
    const hour = hours[Math.min(drawnHours - 1, Math.floor((Date.parse(at) - from) / hourMs))];
    for (const [key, value] of Object.entries(parseOwnJson<Record<string, number | null>>(valuesJson))) {
      if (value === null) continue;
      const worse = key === "disk" ? Math.min : Math.max;
      hour?.set(key, worse(hour.get(key) ?? value, value));
    }
  }
  const hasSamples = samples.length > 0;
  return judge({ ...(await readFigures(services)), setUp }, now()).map((light) => ({
    ...light,
    histories: hasSamples
      ? keysOf(captionsOf(light.key)).map((key) => ({ key, values: hours.map((hour) => hour.get(key) ?? null) }))
      : [],
  }));
}

/** Releases the space of deleted rows in steps that block nobody. */
export const giveBackSpace = ({ db }: Pick<Services, "db">) => shrink(db);

/** Lets the database look at how its values are spread, once a day. */
export const analyse = async ({ db }: Pick<Services, "db">) => void (await analyseDatabase(db));

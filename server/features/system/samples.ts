import { keysOf, parseOwnJson } from "../../../contract/narrowing.ts";
import type { Light, LightKey } from "../../../contract/system/lights.ts";
import { dayMs, hourMs } from "../../../contract/time/durations.ts";
import { analyseDatabase } from "../../db/database-size.ts";
import { shrink } from "../../db/free-space.ts";
import type { Services } from "../../trpc/context.ts";
import { readFigures, type SystemFigures } from "./figures.ts";
import { judge } from "./lights.ts";

const keptMs = 7 * dayMs;
/** As wide as a line of an hour each can be drawn. */
const drawnHours = 7 * 24;

/** What is drawn of each light over time; the others have no number that says something. */
const drawn: Partial<Record<LightKey, (figures: SystemFigures) => number | undefined>> = {
  disk: ({ disk }) => disk.freeBytes,
  queues: ({ queues }) => Object.values(queues).reduce((sum, { waiting }) => sum + waiting, 0),
  checks: ({ checkLateMs }) => checkLateMs,
  requests: ({ process }) => process?.requests.failed,
  push: ({ process }) => process?.sockets.open,
  eventLoop: (figures) => figures.process?.eventLoopP99Ms,
  memory: ({ heap }) => heap.usedBytes,
  log: ({ logBytes }) => logBytes,
};

type Ctx = Pick<Services, "db" | "uploads" | "now" | "checks" | "browser">;

/** Keeps how the portal is doing, and forgets what is older than 7 days. */
export async function takeSample(services: Ctx): Promise<void> {
  const { db, now } = services;
  const figures = await readFigures(services, { reset: true });
  const values = Object.fromEntries(keysOf(drawn).map((key) => [key, drawn[key]?.(figures) ?? null]));
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
export async function readLights(services: Ctx): Promise<Light[]> {
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
  return judge(await readFigures(services), now()).map((light) => ({
    ...light,
    history: hasSamples && light.key in drawn ? hours.map((hour) => hour.get(light.key) ?? null) : [],
  }));
}

/** Releases the space of deleted rows in steps that block nobody. */
export const giveBackSpace = ({ db }: Pick<Services, "db">) => shrink(db);

/** Lets the database look at how its values are spread, once a day. */
export const analyse = async ({ db }: Pick<Services, "db">) => void (await analyseDatabase(db));

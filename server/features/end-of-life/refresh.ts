import { parseOwnJson } from "../../../contract/narrowing.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "../../../contract/time/durations.ts";
import { z } from "../../../contract/zod.ts";
import type { Db } from "../../db/connection.ts";
import { startWorker } from "../../db/wake.ts";
import { send } from "../../outbound/guarded-fetch.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";
import { type FetchedReleases, type Release, setReleases, shippedProducts, supportOf } from "./releases.ts";

type Needed = Pick<Services, "db" | "now" | "log">;

interface Source {
  /** Where the lists are published, one for each product. */
  baseUrl: string;
  /** Lets everything follow that is compared with the lists. */
  follow(): Promise<void>;
}

export const releaseLists = "https://endoflife.date/api/v1/products";

const row = "releases";
const firstMs = 10 * minuteMs;
const timeoutMs = 15 * secondMs;
const maxBytes = 512 * 1024;
const day = /^\d{4}-\d{2}-\d{2}$/;
const text = z.string().max(100);
const dayOrNull = z.string().regex(day).nullish().catch(null);

/** As version 1 of the list's interface writes it; what is not needed here is left out. */
const answer = z.object({
  result: z.object({
    releases: z
      .array(
        z.object({
          name: text,
          codename: text.nullish(),
          eoasFrom: dayOrNull,
          isEol: z.boolean().optional(),
          eolFrom: dayOrNull,
          eoesFrom: dayOrNull,
          latest: z.object({ name: text.nullish(), date: dayOrNull }).nullish(),
        }),
      )
      .min(1)
      .max(500),
  }),
});

/** Keeps the releases of products up to date from now on: once a day, and with what was fetched last until then. */
export const startReleaseRefresh = (services: Needed, source: Source) =>
  startWorker(services, {
    worker: "releaseLists",
    run: async (isStopped) => {
      setReleases(await readFetched(services.db));
      await refreshReleases(services, source, isStopped);
      return hourMs;
    },
    failure: "the releases of products could not be refreshed",
  });

/** Asks for all products when that is due; returns of how many there is an answer, and undefined where it is not due. */
export async function refreshReleases(
  services: Needed,
  { baseUrl, follow }: Source,
  isStopped?: () => boolean,
): Promise<number | undefined> {
  const { db, now, log } = services;
  if (!(await claimList(services, row))) return undefined;
  const { allowedNetworks } = await readSettings(db, "network");
  const found: Record<string, readonly Release[]> = { ...(await readFetched(db)) };
  let answered = 0;
  let error: string | null = null;
  for (const { id, label } of shippedProducts()) {
    if (isStopped?.()) return undefined;
    try {
      const { status, body } = await send({ url: `${baseUrl}/${id}/`, allowedNetworks, timeoutMs, maxBytes });
      if (status !== 200) throw new OutboundProblem(`HTTP-Status ${status}`, { code: "httpStatus" });
      found[id] = readReleases({ id, label }, body);
      answered += 1;
    } catch (cause) {
      const isExpected =
        cause instanceof OutboundProblem || cause instanceof z.ZodError || cause instanceof SyntaxError;
      if (!isExpected) throw cause;
      error = cause instanceof OutboundProblem ? cause.message : "Die Liste ist nicht zu lesen.";
      log.info({ product: id, reason: error }, "the releases of a product could not be fetched");
      // Where the first ones cannot be had, neither can the others.
      if (answered === 0) break;
    }
  }
  const fetchedAt = now().toISOString();
  if (answered > 0) {
    await write(db, { body: JSON.stringify(found), fetchedAt, error });
    setReleases(found);
  } else await write(db, { error });
  // Also without a new list: a day has passed, and with it the support of something may have.
  await follow();
  return answered;
}

/** What a list says of the releases of a product. Throws ZodError and SyntaxError. */
export function readReleases({ id, label }: { id: string; label: string }, body: string): Release[] {
  const { releases } = answer.parse(JSON.parse(body)).result;
  return releases.map(({ name, codename, eoasFrom, isEol, eolFrom, eoesFrom, latest }) => ({
    label: `${label} ${name}`,
    cycle: name,
    codename: codename ?? "",
    ...supportOf(id, {
      activeUntil: eoasFrom ?? null,
      supportedUntil: eolFrom ?? (isEol ? "ended" : null),
      extendedUntil: eoesFrom ?? null,
    }),
    latest: latest?.name ?? null,
    latestAt: latest?.date ?? null,
  }));
}

/** Whether it is time to fetch a list that others publish: of several processes one does, and after `forMs` the next. */
export async function claimList(
  { db, now }: Pick<Services, "db" | "now">,
  name: string,
  forMs = dayMs,
): Promise<boolean> {
  const at = now().toISOString();
  // A portal that has just been set up has other things to do, and a list that is new.
  const firstAt = new Date(now().getTime() + firstMs).toISOString();
  await db
    .insertInto("registryLists")
    .values({ name, dueAt: firstAt, body: null, etag: null, fetchedAt: null, error: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { numUpdatedRows } = await db
    .updateTable("registryLists")
    .set({ dueAt: new Date(now().getTime() + forMs).toISOString() })
    .where("name", "=", name)
    .where("dueAt", "<=", at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const write = (db: Db, values: { body?: string; fetchedAt?: string; error: string | null }) =>
  db.updateTable("registryLists").set(values).where("name", "=", row).execute();

async function readFetched(db: Db): Promise<FetchedReleases> {
  const kept = await db.selectFrom("registryLists").select("body").where("name", "=", row).executeTakeFirst();
  return kept?.body ? parseOwnJson<FetchedReleases>(kept.body) : {};
}

/** As of when versions are compared; null where the list is the one that came with the portal. */
export async function releasesAsOf(db: Db): Promise<Date | null> {
  const kept = await db.selectFrom("registryLists").select("fetchedAt").where("name", "=", row).executeTakeFirst();
  return kept?.fetchedAt ? new Date(kept.fetchedAt) : null;
}

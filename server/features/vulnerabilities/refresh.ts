import { parseOwnJson } from "../../../contract/narrowing.ts";
import { dayMs, hourMs, minuteMs } from "../../../contract/time/durations.ts";
import type { Db } from "../../db/connection.ts";
import { systemContext, type Tx, transact } from "../../db/transact.ts";
import { startWorker } from "../../db/wake.ts";
import { openStream } from "../../outbound/open-stream.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { readSecret, readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";
import { claimList } from "../end-of-life/refresh.ts";
import { type KnownVulnerability, openEntrySplitter, readEntry } from "./feed.ts";
import { feedRow, forgetFeed, forgetUnreported, softwareKey } from "./feed-list.ts";
import { keepVulnerabilities } from "./keep.ts";
import { softwareOf } from "./match.ts";

type Needed = Pick<Services, "db" | "now" | "live" | "log" | "vault">;

export const wordfenceFeed = "https://www.wordfence.com/api/intelligence/v3/vulnerabilities/production";

const limitMs = 20 * minuteMs;
const maxBytes = 1024 * 1024 * 1024;

/** Compares what websites report with the feed once a day from now on, for as long as an admin has given a key for it. */
export const startVulnerabilities = (services: Needed, feedUrl: string) =>
  startWorker(services, {
    worker: "vulnerabilities",
    run: async () => {
      await refreshVulnerabilities(services, feedUrl);
      return untilDue(services);
    },
    failure: "known vulnerabilities could not be refreshed",
  });

async function untilDue({ db, now }: Needed): Promise<number> {
  const list = await db.selectFrom("registryLists").select("dueAt").where("name", "=", feedRow).executeTakeFirst();
  const ms = list ? Date.parse(list.dueAt) - now().getTime() : hourMs;
  return Math.min(Math.max(ms, minuteMs), hourMs);
}

const reading = new WeakSet<Db>();
/** Whether this process is reading the feed. */
export const isReadingFeed = (db: Db): boolean => reading.has(db);

/** Reads the feed when that is due; returns how many entries concern what runs somewhere, undefined where nobody asked. */
export async function refreshVulnerabilities(services: Needed, feedUrl: string): Promise<number | undefined> {
  const { db, log } = services;
  const key = await readSecret(services, "technologies", "wordfenceKey");
  if (!key) {
    await transact(systemContext(services), forgetFeed);
    return undefined;
  }
  // What fails, or dies, is tried again after an hour.
  if (!(await claimList(services, feedRow, hourMs))) return undefined;
  reading.add(db);
  try {
    const { found, used } = await readFeed(services, { feedUrl, key });
    await replace(services, found, used);
    return found.length;
  } catch (cause) {
    if (!(cause instanceof OutboundProblem)) throw cause;
    log.warn({ reason: cause.message }, "the feed of known vulnerabilities could not be read");
    const error = isRefusal(cause) ? `Der Schlüssel wird nicht angenommen (${cause.message}).` : cause.message;
    await db.updateTable("registryLists").set({ error }).where("name", "=", feedRow).execute();
    return 0;
  } finally {
    reading.delete(db);
    // Whoever looks at the settings sees how it ended.
    await transact(systemContext(services), async (tx) => signalEnd(tx));
  }
}

const isRefusal = ({ status }: OutboundProblem) => status === 401 || status === 403;

const signalEnd = (tx: Tx) =>
  tx.signal({ event: "settingsChanged", payload: { settings: { section: "technologies" } } });

/** The feed holds tens of thousands of entries; only those of what runs somewhere are kept. */
async function readFeed({ db }: Needed, { feedUrl, key }: { feedUrl: string; key: string }) {
  const reports = await db
    .selectFrom("siteReporters")
    .select("reportJson")
    .where("reportJson", "is not", null)
    .execute();
  const used = new Set(
    reports.flatMap(({ reportJson }) => softwareOf(parseOwnJson(reportJson ?? "")).map(softwareKey)),
  );
  const { allowedNetworks } = await readSettings(db, "network");
  const split = openEntrySplitter();
  const found: KnownVulnerability[] = [];
  let entries = 0;
  const headers = { Authorization: `Bearer ${key}`, Accept: "application/json" };
  const signal = AbortSignal.timeout(limitMs);
  for await (const chunk of openStream({ url: feedUrl, headers, allowedNetworks, maxBytes, signal }))
    for (const entry of split(chunk)) {
      entries += 1;
      found.push(...readEntry(entry).filter((each) => used.has(softwareKey(each))));
    }
  if (entries === 0) throw new OutboundProblem("Das ist keine Liste von Sicherheitslücken.", { code: "protocol" });
  return { found, used };
}

async function replace(
  services: Needed,
  found: readonly KnownVulnerability[],
  used: ReadonlySet<string>,
): Promise<void> {
  await transact(systemContext(services), async (tx) => {
    const at = tx.now();
    const { numUpdatedRows } = await tx.db
      .updateTable("registryLists")
      .set({ body: JSON.stringify([...used]), fetchedAt: at.toISOString(), error: null })
      .where("name", "=", feedRow)
      .executeTakeFirst();
    // The key was taken away meanwhile.
    if (numUpdatedRows === 0n) return;
    // What somebody asked for while it was read stays due.
    await tx.db
      .updateTable("registryLists")
      .set({ dueAt: new Date(at.getTime() + dayMs).toISOString() })
      .where("name", "=", feedRow)
      .where("dueAt", ">", at.toISOString())
      .execute();
    await tx.db.deleteFrom("knownVulnerabilities").execute();
    for (const { ranges, ...known } of found)
      await tx.db
        .insertInto("knownVulnerabilities")
        .values({ ...known, rangesJson: JSON.stringify(ranges) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    await forgetUnreported(tx);
  });
  const reporters = await services.db
    .selectFrom("siteReporters")
    .select("websiteId")
    .where("reportJson", "is not", null)
    .orderBy("websiteId")
    .execute();
  for (const { websiteId } of reporters)
    await transact(systemContext(services), async (tx) => {
      // Websites report while others are compared: only what is read in here is their last word.
      const reporter = await tx.db
        .selectFrom("siteReporters")
        .select("reportJson")
        .where("websiteId", "=", websiteId)
        .executeTakeFirst();
      if (!reporter?.reportJson) return;
      if (!(await keepVulnerabilities(tx, websiteId, parseOwnJson(reporter.reportJson)))) return;
      tx.announce({ kind: "website.updated", subject: { type: "website", id: websiteId } });
      tx.signal({ event: "recordsChanged", payload: { records: { type: "website", ids: [websiteId] } } });
    });
}

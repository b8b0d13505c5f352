import { parseOwnJson } from "../../../contract/narrowing.ts";
import { hourMs, minuteMs } from "../../../contract/time/durations.ts";
import type { Db } from "../../db/connection.ts";
import { systemContext, transact } from "../../db/transact.ts";
import { startWorker } from "../../db/wake.ts";
import { openStream } from "../../outbound/open-stream.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { readSecret, readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";
import { claimList } from "../end-of-life/refresh.ts";
import { type KnownVulnerability, openEntrySplitter, readEntry } from "./feed.ts";
import { keepVulnerabilities } from "./keep.ts";
import { softwareOf } from "./match.ts";

type Needed = Pick<Services, "db" | "now" | "live" | "log" | "vault">;

export const wordfenceFeed = "https://www.wordfence.com/api/intelligence/v3/vulnerabilities/production";

const row = "vulnerabilities";
const limitMs = 20 * minuteMs;
const maxBytes = 1024 * 1024 * 1024;

/** Compares what websites report with the feed once a day from now on, for as long as an admin has given a key for it. */
export const startVulnerabilities = (services: Needed, feedUrl: string) =>
  startWorker(services, {
    worker: "vulnerabilities",
    run: async () => {
      await refreshVulnerabilities(services, feedUrl);
      return hourMs;
    },
    failure: "known vulnerabilities could not be refreshed",
  });

/** Reads the feed when that is due; returns how many entries concern what runs somewhere, undefined where nobody asked. */
export async function refreshVulnerabilities(services: Needed, feedUrl: string): Promise<number | undefined> {
  const { db, now, log } = services;
  const key = await readSecret(services, "technologies", "wordfenceKey");
  if (!key) {
    await db.deleteFrom("knownVulnerabilities").execute();
    await db.deleteFrom("registryLists").where("name", "=", row).execute();
    return undefined;
  }
  if (!(await claimList(services, row))) return undefined;
  try {
    const found = await readFeed(services, { feedUrl, key });
    await replace(services, found);
    await write(db, { fetchedAt: now().toISOString(), error: null });
    return found.length;
  } catch (cause) {
    if (!(cause instanceof OutboundProblem)) throw cause;
    log.warn({ reason: cause.message }, "the feed of known vulnerabilities could not be read");
    await write(db, { error: cause.message });
    return 0;
  }
}

/** The feed holds tens of thousands of entries; only those of what runs somewhere are kept. */
async function readFeed(
  { db }: Needed,
  { feedUrl, key }: { feedUrl: string; key: string },
): Promise<KnownVulnerability[]> {
  const reports = await db
    .selectFrom("siteReporters")
    .select("reportJson")
    .where("reportJson", "is not", null)
    .execute();
  const used = new Set(
    reports.flatMap(({ reportJson }) =>
      softwareOf(parseOwnJson(reportJson ?? "")).map(({ kind, slug }) => `${kind} ${slug}`),
    ),
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
      found.push(...readEntry(entry).filter(({ kind, slug }) => used.has(`${kind} ${slug}`)));
    }
  if (entries === 0) throw new OutboundProblem("Das ist keine Liste von Sicherheitslücken.", { code: "protocol" });
  return found;
}

async function replace(services: Needed, found: readonly KnownVulnerability[]): Promise<void> {
  await transact(systemContext(services), async (tx) => {
    await tx.db.deleteFrom("knownVulnerabilities").execute();
    for (const { ranges, ...known } of found)
      await tx.db
        .insertInto("knownVulnerabilities")
        .values({ ...known, rangesJson: JSON.stringify(ranges) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  });
  const reporters = await services.db
    .selectFrom("siteReporters")
    .select(["websiteId", "reportJson"])
    .where("reportJson", "is not", null)
    .execute();
  for (const { websiteId, reportJson } of reporters)
    await transact(systemContext(services), async (tx) => {
      if (!(await keepVulnerabilities(tx, websiteId, parseOwnJson(reportJson ?? "")))) return;
      tx.announce({ kind: "website.updated", subject: { type: "website", id: websiteId } });
      tx.signal({ event: "recordsChanged", payload: { records: { type: "website", ids: [websiteId] } } });
    });
}

const write = (db: Db, values: { fetchedAt?: string; error: string | null }) =>
  db.updateTable("registryLists").set(values).where("name", "=", row).execute();

/** Whether there is a list to compare with. */
export async function hasFeed(db: Db): Promise<boolean> {
  const kept = await db.selectFrom("registryLists").select("fetchedAt").where("name", "=", row).executeTakeFirst();
  return Boolean(kept?.fetchedAt);
}

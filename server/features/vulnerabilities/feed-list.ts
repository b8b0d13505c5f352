import { parseOwnJson } from "../../../contract/narrowing.ts";
import { hourMs } from "../../../contract/time/durations.ts";
import type { Tx } from "../../db/transact.ts";
import type { Queryable } from "../../search/run.ts";

/** The row of registryLists that says when the feed is due, how it was read last and what was compared with it. */
export const feedRow = "vulnerabilities";

/** How a piece of software is named in the list of what was compared. */
export const softwareKey = ({ kind, slug }: { kind: string; slug: string }) => `${kind} ${slug}`;

/** What the feed was asked about when it was read last; undefined where there is no feed. */
export async function readCompared(db: Queryable): Promise<ReadonlySet<string> | undefined> {
  const kept = await db.selectFrom("registryLists").select("body").where("name", "=", feedRow).executeTakeFirst();
  return kept && new Set(kept.body ? parseOwnJson<string[]>(kept.body) : []);
}

/**
 * Has the feed read for what it was not asked about yet: at once, but not within an hour of the last attempt, since what
 * a website reports must not make the portal fetch a large file again and again. An attempt claims the hour after it, so
 * whatever is due within one is either being read, has failed, or was asked for already; only a success puts it off longer.
 */
export async function wantFeed(tx: Tx): Promise<void> {
  const list = await tx.db
    .selectFrom("registryLists")
    .select(["dueAt", "fetchedAt"])
    .where("name", "=", feedRow)
    .executeTakeFirst();
  if (!list?.fetchedAt || Date.parse(list.dueAt) - tx.now().getTime() <= hourMs) return;
  const dueAt = new Date(Math.max(tx.now().getTime(), Date.parse(list.fetchedAt) + hourMs)).toISOString();
  await tx.db.updateTable("registryLists").set({ dueAt }).where("name", "=", feedRow).execute();
  tx.wake("vulnerabilities");
}

/** Has the feed read now, whenever it was read last. */
export async function askFeed(tx: Tx): Promise<void> {
  const dueAt = tx.now().toISOString();
  await tx.db
    .insertInto("registryLists")
    .values({ name: feedRow, dueAt, body: null, etag: null, fetchedAt: null, error: null })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ dueAt }))
    .execute();
  tx.wake("vulnerabilities");
}

/** Without a feed nothing is known of any website; which vulnerabilities were told of is kept. */
export async function forgetFeed(tx: Tx): Promise<void> {
  await tx.db.deleteFrom("knownVulnerabilities").execute();
  await tx.db.deleteFrom("registryLists").where("name", "=", feedRow).execute();
  const rows = await tx.db.selectFrom("websites").select("id").where("vulnerabilities", "is not", null).execute();
  await forgetCounts(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Of websites that nothing reports of any more. */
export async function forgetUnreported(tx: Tx): Promise<void> {
  const rows = await tx.db
    .selectFrom("websites")
    .select("id")
    .where("vulnerabilities", "is not", null)
    .where("id", "not in", (eb) => eb.selectFrom("siteReporters").select("websiteId"))
    .execute();
  await forgetCounts(
    tx,
    rows.map(({ id }) => id),
  );
}

const signalledAtOnce = 100;

async function forgetCounts(tx: Tx, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += signalledAtOnce) {
    const some = ids.slice(start, start + signalledAtOnce);
    await tx.db.updateTable("websites").set({ vulnerabilities: null }).where("id", "in", some).execute();
    for (const id of some) tx.announce({ kind: "website.updated", subject: { type: "website", id } });
    tx.signal({ event: "recordsChanged", payload: { records: { type: "website", ids: some } } });
  }
}

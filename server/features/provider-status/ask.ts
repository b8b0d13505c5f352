import { secondMs } from "../../../contract/time/durations.ts";
import { newId } from "../../db/new-id.ts";
import { systemContext, type Tx, transact } from "../../db/transact.ts";
import { send } from "../../outbound/guarded-fetch.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";
import { type FeedNotice, feedUrlIn, readFeed } from "./read-feed.ts";

const atOnce = 4;
const maxBytes = 1024 * 1024;
const timeoutMs = 10 * secondMs;
const keptDays = 90;

type Needed = Pick<Services, "db" | "now" | "live" | "log">;

/** Asks the status pages of all providers, and keeps what they say is not over. */
export async function askProviders(services: Needed): Promise<void> {
  const { db, now } = services;
  const { allowedNetworks } = await readSettings(db, "network");
  const providers = await db
    .selectFrom("providers")
    .select(["id", "statusPageUrl"])
    .where("archivedAt", "is", null)
    .where("statusPageUrl", "is not", null)
    .execute();
  const left = [...providers];
  const next = async () => {
    for (let provider = left.shift(); provider; provider = left.shift()) {
      const { id, statusPageUrl } = provider;
      const notices = await fetchNotices(statusPageUrl ?? "", { allowedNetworks, now: now() }).catch(
        (error: unknown) => {
          if (!(error instanceof OutboundProblem))
            services.log.warn({ err: error, provider: id }, "status page not read");
          return undefined;
        },
      );
      // Who does not answer has not said that anything is over.
      if (notices) await transact(systemContext(services), (tx) => keep(tx, id, notices));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  await forget(services, new Set(providers.map(({ id }) => id)));
}

interface Asking {
  allowedNetworks: readonly string[];
  now: Date;
}

/** What Statuspage and Instatus have beside their pages. */
const besidePages = ["/api/v2/incidents/unresolved.json", "/summary.json"];

/** The URL itself, what its likes have beside it, or the feed that the page names. */
async function fetchNotices(url: string, { allowedNetworks, now }: Asking): Promise<FeedNotice[] | undefined> {
  const get = (url: string) => send({ url, allowedNetworks, maxBytes, timeoutMs });
  const page = await get(url);
  if (page.status !== 200) return undefined;
  const own = readFeed(page.body, now);
  if (own) return own;
  for (const path of besidePages) {
    const beside = await get(new URL(path, page.url).href).catch(() => undefined);
    const said =
      beside?.status === 200 && beside.body.trimStart().startsWith("{") ? readFeed(beside.body, now) : undefined;
    if (said) return said;
  }
  const feed = feedUrlIn(page.body, page.url);
  if (!feed) return undefined;
  const answer = await get(feed);
  return answer.status === 200 ? readFeed(answer.body, now) : undefined;
}

async function keep(tx: Tx, providerId: string, notices: readonly FeedNotice[]): Promise<void> {
  const at = tx.now().toISOString();
  const open = await tx.db
    .selectFrom("providerNotices")
    .select(["id", "externalId", "title"])
    .where("providerId", "=", providerId)
    .where("endedAt", "is", null)
    .execute();
  const said = new Map(notices.map((notice) => [notice.externalId, notice]));
  const ended = open.filter(({ externalId }) => !said.has(externalId));
  for (const { id } of ended)
    await tx.db.updateTable("providerNotices").set({ endedAt: at }).where("id", "=", id).execute();
  const known = new Map(open.map((row) => [row.externalId, row]));
  const changed = [...said.values()].filter(({ externalId, title }) => known.get(externalId)?.title !== title);
  for (const { externalId, title, url, beginsAt } of changed)
    await tx.db
      .insertInto("providerNotices")
      .values({ id: newId(), providerId, externalId, title, url, beginsAt, seenAt: at, endedAt: null })
      .onConflict((conflict) =>
        conflict.columns(["providerId", "externalId"]).doUpdateSet({ title, url, endedAt: null }),
      )
      .execute();
  if (ended.length > 0 || changed.length > 0)
    tx.signal({ event: "recordsChanged", payload: { records: { type: "provider", ids: [providerId] } } });
}

/** Nobody says any more that it is over where the URL is gone, and what was is kept for a while. */
async function forget({ db, now }: Needed, asked: ReadonlySet<string>): Promise<void> {
  const open = await db
    .selectFrom("providerNotices")
    .select(["id", "providerId"])
    .where("endedAt", "is", null)
    .execute();
  for (const { id, providerId } of open)
    if (!asked.has(providerId))
      await db.updateTable("providerNotices").set({ endedAt: now().toISOString() }).where("id", "=", id).execute();
  const oldest = new Date(now().getTime() - keptDays * 86_400 * secondMs).toISOString();
  await db.deleteFrom("providerNotices").where("endedAt", "<", oldest).execute();
}

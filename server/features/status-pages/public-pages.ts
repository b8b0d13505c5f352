import {
  type PublicState,
  type PublicStatusPage,
  type StatusPageKind,
  statusPageDays,
  type WallThing,
  type WallView,
  worstOf,
} from "../../../contract/status-pages/status-pages.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { hashToken } from "../../auth/tokens.ts";
import { toDate } from "../../db/to-date.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";
import { readVisibleStatuses } from "../checks/statuses.ts";
import { readStrips } from "../checks/strips.ts";
import { readPublicIncidents, readPublicMaintenance, readPublicOutages } from "./public-events.ts";

export type Reading = Pick<Services, "db" | "now" | "checks">;

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** The page behind a URL; whatever is wrong with one, nothing tells what. */
async function findPage({ db }: Reading, kind: StatusPageKind, token: string) {
  if (!tokenForm.test(token)) return undefined;
  return db
    .selectFrom("statusPages as p")
    .leftJoin("customers as c", "c.id", "p.customerId")
    .select(["p.id", "p.name as title", "p.customerId", "c.color", "c.logoKey"])
    .where("p.tokenHash", "=", hashToken(token))
    .where("p.kind", "=", kind)
    .where("c.archivedAt", "is", null)
    .executeTakeFirst();
}

/** What a status page says to whoever has its URL; undefined when there is none under it. */
export async function readStatusPage(ctx: Reading, token: string): Promise<PublicStatusPage | undefined> {
  const page = await findPage(ctx, "status", token);
  if (!page) return undefined;
  // A website that was given to another customer since is theirs to show.
  const websites = await ctx.db
    .selectFrom("statusPageWebsites as s")
    .innerJoin("websites as w", "w.id", "s.websiteId")
    .select(["w.id", "w.title as name", "w.status"])
    .where("s.pageId", "=", page.id)
    .where("w.customerId", "=", page.customerId)
    .where("w.archivedAt", "is", null)
    .orderBy("s.position")
    .execute();
  const { agencyName } = await readSettings(ctx.db, "general");
  const ids = websites.map(({ id }) => id);
  const days = await readSiteDays(ctx, ids);
  const visible = await readVisibleStatuses(ctx, ids);
  const sites = websites.map(({ id, name, status }) => {
    const [history, state] = [days.get(id), visible.get(id) ?? status];
    return {
      name,
      state,
      uptime: history?.uptime ?? null,
      days: withToday(history?.days ?? Array(statusPageDays).fill("unknown"), state),
    };
  });
  return {
    title: page.title,
    agency: agencyName,
    hasLogo: page.logoKey !== null,
    color: page.color,
    at: ctx.now(),
    state: worstOf(sites.map(({ state }) => state)),
    sites,
    incidents: await readPublicIncidents(ctx, { salt: token, websites }),
    maintenance: await readPublicMaintenance(ctx, { salt: token, websites }),
  };
}

/** Today is at least as bad as a website is right now: its hours are only summed up when they are over. */
const withToday = (days: readonly PublicState[], state: PublicState): PublicState[] => [
  ...days.slice(0, -1),
  worstOf([...days.slice(-1), state]),
];

/** The file of the sign that a status page shows; undefined where it has none. */
export async function findPageLogo(ctx: Reading, token: string) {
  const page = await findPage(ctx, "status", token);
  if (!page?.logoKey) return undefined;
  return ctx.db
    .selectFrom("files")
    .select(["key", "filename", "mimeType", "size", "width", "height"])
    .where("key", "=", page.logoKey)
    .where("owner", "=", `customerLogo:${page.customerId}`)
    .executeTakeFirst();
}

/** What a wall says to whoever has its URL: names and states of all that is watched, and nothing else. */
export async function readWall(ctx: Reading, token: string): Promise<WallView | undefined> {
  const page = await findPage(ctx, "wall", token);
  if (!page) return undefined;
  const [websites, hosts] = await Promise.all([
    ctx.db
      .selectFrom("websites")
      .select(["title as name", "status as state", "statusSince as since"])
      .where("archivedAt", "is", null)
      .where("lifecycle", "=", "live")
      .orderBy("sortTitle")
      .execute(),
    ctx.db
      .selectFrom("hosts")
      .select(["title as name", "status as state", "statusSince as since"])
      .where("archivedAt", "is", null)
      .where("lifecycle", "in", ["active", "replacing"])
      .orderBy("sortTitle")
      .execute(),
  ]);
  const shown = (rows: readonly (Omit<WallThing, "since"> & { since: string | null })[]) =>
    rows.map(({ since, ...row }) => ({ ...row, since: toDate(since) }));
  return { title: page.title, at: ctx.now(), websites: shown(websites), hosts: shown(hosts) };
}

interface SiteDays {
  /** One for each day, the newest last. */
  days: PublicState[];
  /** Basis points; null where nothing is known. */
  uptime: number | null;
}

/**
 * How websites were in the time that a status page shows; those of which nothing is known are absent. A day is red where
 * an outage is told of it: failures that were over before they were one are shown as impaired, so that no day is red
 * without a reason on the same page.
 */
async function readSiteDays(
  ctx: Pick<Services, "db" | "now" | "checks">,
  websiteIds: readonly string[],
): Promise<Map<string, SiteDays>> {
  const strips = await readStrips(ctx, { type: "website", ids: websiteIds, count: statusPageDays });
  if (strips.size === 0) return new Map();
  const outages = Map.groupBy(await readPublicOutages(ctx, websiteIds), ({ targetId }) => targetId);
  const today = portalDate(ctx.now());
  const isTold = (id: string, day: string) =>
    (outages.get(id) ?? []).some(
      ({ since, until, endedAt }) =>
        portalDate(new Date(since)) <= day && day <= portalDate(new Date(until ?? endedAt ?? ctx.now())),
    );
  return new Map(
    [...strips].map(([id, { days, uptime }]): [string, SiteDays] => {
      const dayAt = (index: number) => addDays(today, index + 1 - days.length);
      const told = days.map((state, index) => (state === "offline" && !isTold(id, dayAt(index)) ? "degraded" : state));
      return [id, { days: told, uptime }];
    }),
  );
}

import { type RawBuilder, sql } from "kysely";
import { addDays, portalDate } from "../../../../contract/time/today.ts";
import { foldText } from "../../../../contract/values/fold.ts";
import type { PageGaps } from "../../../../contract/wiki/page-rows.ts";
import { transact } from "../../../db/transact.ts";
import { readableBy } from "../../../records/readable.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import { readSettings } from "../../../settings/read-settings.ts";
import { searchPages } from "../reading/search.ts";
import { listDeadLinks } from "./dead-links.ts";

type Ctx = Pick<RecordContext, "db" | "person" | "now">;

const shown = 20;
const shownLinks = 50;
/** What nobody has looked for in so many days is no gap any more. */
const missedDays = 90;

/** Notes that somebody looked for something and found nothing; what is found by now is not counted. */
export async function countMiss(ctx: RecordContext, { query }: { query: string }): Promise<{ isCounted: boolean }> {
  const folded = foldText(query);
  const { hits } = await searchPages(ctx, { query, limit: 1 });
  if (hits.length > 0 || folded.length < 3) return { isCounted: false };
  const lastAt = ctx.now().toISOString();
  await transact(ctx, ({ db }) =>
    db
      .insertInto("pageMisses")
      .values({ query: folded, words: query, times: 1, lastAt })
      .onConflict((conflict) =>
        conflict.column("query").doUpdateSet((eb) => ({ words: query, times: eb("pageMisses.times", "+", 1), lastAt })),
      )
      .execute(),
  );
  return { isCounted: true };
}

/** Takes a search off the list: somebody has written what was missing, or nobody will. */
export async function dismissMiss(ctx: RecordContext, { query }: { query: string }): Promise<{ query: string }> {
  const folded = foldText(query);
  await transact(ctx, ({ db }) => db.deleteFrom("pageMisses").where("query", "=", folded).execute());
  return { query: folded };
}

/**
 * „Wissenslücken“, as far as a person may read the pages: searches without hits, pages that nobody answers for, links
 * into the void, reviews that are overdue.
 */
export async function readGaps(ctx: Ctx): Promise<PageGaps> {
  const { db, person, now } = ctx;
  const readable = readableBy("page", person) ?? sql`1 = 1`;
  const active = sql`record.archived_at is null and record.is_template = 0 and ${readable}`;
  const { checksLinks } = await readSettings(db, "network");
  return {
    searches: await readMisses(ctx),
    ...(await readOwnerless(ctx, active)),
    brokenLinks: await readBroken(ctx, active),
    deadLinks: checksLinks ? await listDeadLinks(db, person, shownLinks) : [],
    overdue: await readOverdue(ctx, active, portalDate(now())),
    checksLinks,
  };
}

async function readMisses(ctx: Ctx): Promise<PageGaps["searches"]> {
  const rows = await ctx.db
    .selectFrom("pageMisses")
    .select(["query", "words", "times", "lastAt"])
    .where("lastAt", ">=", addDays(portalDate(ctx.now()), -missedDays))
    .orderBy("times", "desc")
    .orderBy("lastAt", "desc")
    .limit(shown)
    .execute();
  const found = await Promise.all(
    rows.map(async ({ query }) => (await searchPages(ctx, { query, limit: 1 })).hits.length > 0),
  );
  return rows
    .filter((_, index) => !found[index])
    .map(({ query, words, times, lastAt }) => ({
      query,
      words: words ?? query,
      count: times,
      lastAt: new Date(lastAt),
    }));
}

interface PageRow {
  id: string;
  title: string;
  icon: string | null;
  version: number;
  total: number | string;
}

async function readOwnerless({ db }: Ctx, active: RawBuilder<unknown>) {
  const { rows } = await sql<PageRow>`select record.id, record.title, record.icon, record.version,
      count(*) over () as total from pages as record
    where ${active} and record.responsible_user_id is null order by record.sort_title, record.id limit ${shown}`.execute(
    db,
  );
  return { withoutOwner: Number(rows[0]?.total ?? 0), ownerless: rows.map(({ total: _, ...page }) => page) };
}

async function readBroken({ db }: Ctx, active: RawBuilder<unknown>): Promise<PageGaps["brokenLinks"]> {
  const { rows } = await sql<Omit<PageRow, "version" | "total"> & { targets: number; first: string }>`
    select record.id, record.title, record.icon, count(*) as targets, min(r.target_id) as first from pages as record
      join page_references as r on r.page_id = record.id and r.kind = 'page'
      left join pages as target on target.id = r.target_id
    where ${active} and (target.id is null or target.archived_at is not null)
    group by record.id, record.title, record.icon order by targets desc, record.title limit ${shown}`.execute(db);
  return rows.map(({ targets, first, ...page }) => ({ page, targets: Number(targets), first }));
}

async function readOverdue({ db }: Ctx, active: RawBuilder<unknown>, today: string): Promise<PageGaps["overdue"]> {
  const { rows } = await sql<PageRow & { dueAt: string; ownerId: string | null; ownerName: string | null }>`
    select record.id, record.title, record.icon, record.version, record.review_at as due_at,
      record.responsible_user_id as owner_id, users.name as owner_name, count(*) over () as total
    from pages as record left join users on users.id = record.responsible_user_id
    where ${active} and record.review_at < ${today} order by record.review_at, record.id limit ${shown}`.execute(db);
  return {
    total: Number(rows[0]?.total ?? 0),
    pages: rows.map(({ id, title, icon, dueAt, ownerId, ownerName }) => ({
      page: { id, title, icon },
      dueAt,
      owner: ownerId ? { id: ownerId, label: ownerName ?? "" } : null,
    })),
  };
}

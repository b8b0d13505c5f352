import { sql } from "kysely";
import type { PageGaps } from "../../../contract/page-rows.ts";
import { foldText } from "../../../contract/values/fold.ts";
import { transact } from "../../db/transact.ts";
import { readableBy } from "../../records/readable.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { searchPages } from "./searching.ts";

const shown = 20;

/** Notes that somebody looked for something and found nothing; what is found by now is not counted. */
export async function countMiss(ctx: RecordContext, { query }: { query: string }): Promise<{ isCounted: boolean }> {
  const folded = foldText(query);
  const { hits } = await searchPages(ctx, { query, limit: 1 });
  if (hits.length > 0 || folded.length < 3) return { isCounted: false };
  const lastAt = ctx.now().toISOString();
  await transact(ctx, ({ db }) =>
    db
      .insertInto("pageMisses")
      .values({ query: folded, times: 1, lastAt })
      .onConflict((conflict) =>
        conflict.column("query").doUpdateSet((eb) => ({ times: eb("pageMisses.times", "+", 1), lastAt })),
      )
      .execute(),
  );
  return { isCounted: true };
}

/** „Wissenslücken“: searches without hits, pages that nobody answers for, links into the void. */
export async function readGaps({ db, person }: Pick<RecordContext, "db" | "person">): Promise<PageGaps> {
  const readable = readableBy("page", person) ?? sql`1 = 1`;
  const searches = await db
    .selectFrom("pageMisses")
    .select(["query", "times", "lastAt"])
    .orderBy("times", "desc")
    .orderBy("lastAt", "desc")
    .limit(shown)
    .execute();
  const active = sql`record.archived_at is null and record.is_template = 0 and ${readable}`;
  const owners = await sql<{ count: number }>`select count(*) as count from pages as record
    where ${active} and record.responsible_user_id is null`.execute(db);
  const broken = await sql<{ id: string; title: string; icon: string | null; targets: number }>`
    select record.id, record.title, record.icon, count(*) as targets from pages as record
      join page_references as r on r.page_id = record.id and r.kind = 'page'
      left join pages as target on target.id = r.target_id
    where ${active} and (target.id is null or target.archived_at is not null)
    group by record.id, record.title, record.icon order by targets desc, record.title limit ${shown}`.execute(db);
  return {
    searches: searches.map(({ query, times, lastAt }) => ({ query, count: times, lastAt: new Date(lastAt) })),
    withoutOwner: Number(owners.rows[0]?.count ?? 0),
    brokenLinks: broken.rows.map(({ targets, ...page }) => ({ page, targets: Number(targets) })),
  };
}

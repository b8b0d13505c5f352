import { type RawBuilder, sql } from "kysely";
import type { PageStart } from "../../../contract/page-rows.ts";
import { addDays, dateInBerlin } from "../../../contract/values/today.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { countedDays } from "./derived-fields.ts";
import { readLinks } from "./links.ts";
import { listTemplates } from "./templates.ts";

const shown = 8;

/** What the start page of the wiki shows a person. */
export async function readStart(ctx: PersonContext): Promise<PageStart> {
  const { db, person } = ctx;
  const today = dateInBerlin(ctx.now());
  const latest = sql`record.updated_at desc, record.id desc`;
  const list = (where: RawBuilder<unknown>, orderBy: RawBuilder<unknown> = latest, extra?: RawBuilder<unknown>) =>
    readLinks(db, person, { where, orderBy, limit: shown, ...(extra && { extra }) });
  const mine = sql`(record.created_by_id = ${person.id} or record.responsible_user_id = ${person.id})`;
  const favourite = (select: string) => sql`select ${sql.ref(select)} from page_favourites as favourite
    where favourite.page_id = record.id and favourite.user_id = ${person.id}`;
  const views = sql`select count(*) from page_views as v
    where v.page_id = record.id and v.day > ${addDays(today, -countedDays)}`;
  const toReview = sql`record.review_at <= ${today} and record.responsible_user_id = ${person.id}`;
  const viewed = sql`record.id in (select page_id from page_views where day > ${addDays(today, -countedDays)})`;
  const recent = await list(sql`1 = 1`);
  const due = await list(toReview, sql`record.review_at, record.id`, sql`record.review_at`);
  const popular = await list(viewed, sql`extra desc, record.id`, views);
  return {
    isEmpty: recent.length === 0,
    recent,
    drafts: await list(sql`record.status = 'draft' and ${mine}`),
    toReview: due.map(({ extra, ...link }) => ({ ...link, dueAt: extra as string })),
    popular: popular.map(({ extra, ...link }) => ({ ...link, views: Number(extra) })),
    favourites: await list(sql`exists (${favourite("pageId")})`, sql`(${favourite("createdAt")}) desc`),
    templates: await listTemplates(ctx),
  };
}

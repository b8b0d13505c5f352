import { sql } from "kysely";
import { textOf } from "../../../../contract/records/read-value.ts";
import { addDays, portalDate } from "../../../../contract/time/today.ts";
import type { NewPage, PageLink, PageStart } from "../../../../contract/wiki/page-rows.ts";
import { prepareForReader } from "../../../records/readable.ts";
import type { PersonContext } from "../../../trpc/context.ts";
import { listTemplates } from "../templates/templates.ts";
import { countedDays } from "./derived-fields.ts";
import { readLinks, selectLinks, toLinks } from "./page-links.ts";

const shown = 8;
const maxNewest = 5;

/** What the start page of the wiki shows a person. */
export async function readStart(ctx: PersonContext): Promise<PageStart> {
  const { db, person } = ctx;
  const today = portalDate(ctx.now());
  const latest = sql`record.updated_at desc, record.id desc`;
  const list = (wanted: Partial<Parameters<typeof readLinks>[2]>) =>
    readLinks(db, person, { where: sql`1 = 1`, orderBy: latest, limit: shown, ...wanted });
  const from = addDays(today, -countedDays);
  const recent = await list({ where: sql`record.status != 'draft'` });
  const drafts = await list({
    among: sql`select id from pages where created_by_id = ${person.id} and status = 'draft'
      union all select id from pages where responsible_user_id = ${person.id} and status = 'draft'`,
  });
  const due = await list({
    among: sql`select id from pages where responsible_user_id = ${person.id} and review_at <= ${today}`,
    orderBy: sql`record.review_at, record.id`,
    extra: sql`record.review_at`,
  });
  const popular = await list({
    among: sql`select page_id as id from page_views where day > ${from}`,
    orderBy: sql`extra desc, record.id`,
    extra: sql`select count(*) from page_views as v where v.page_id = record.id and v.day > ${from}`,
  });
  const favourites = await list({
    among: sql`select page_id as id from page_favourites where user_id = ${person.id}`,
    orderBy: sql`extra desc, record.id`,
    extra: sql`select created_at from page_favourites as f where f.page_id = record.id and f.user_id = ${person.id}`,
  });
  return {
    isEmpty: recent.length === 0 && drafts.length === 0,
    recent: recent.map(toLink),
    drafts: drafts.map(toLink),
    toReview: due.map((page) => ({ ...toLink(page), dueAt: textOf(page.extra) })),
    popular: popular.map((page) => ({ ...toLink(page), views: Number(page.extra) })),
    favourites: favourites.map(toLink),
    templates: await listTemplates(ctx),
  };
}

const selectNewest = prepareForReader((_, reader) =>
  selectLinks(reader, {
    where: sql`record.status != 'draft'`,
    orderBy: sql`record.created_at desc, record.id desc`,
    limit: maxNewest,
    extra: sql`record.created_at`,
  }),
);

/** The pages that are new to whom they are for, the latest first. */
export async function listNewest({ db, person }: PersonContext): Promise<NewPage[]> {
  return toLinks(await selectNewest(db, person)).map((page) => ({
    ...toLink(page),
    createdAt: new Date(String(page.extra)),
  }));
}

const toLink = ({ extra: _, ...link }: PageLink & { extra: unknown }): PageLink => link;

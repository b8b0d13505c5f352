import { type RawBuilder, sql } from "kysely";
import { addDays } from "../../../../contract/time/today.ts";

/** For how many days the visits of a page are counted. */
export const countedDays = 90;

const isPointedAt = sql`pointing.archived_at is null and pointing.maintainers_only = 0
  and pointing.private_to_id is null and pointing.id != record.id`;

/** From pages that everybody may read, so that the number tells nobody of others. */
const backlinks = (select: RawBuilder<unknown>) => sql`select ${select} from page_references as r
  join pages as pointing on pointing.id = r.page_id
  where r.target_id = record.id and r.kind = 'page' and ${isPointedAt}`;

const views = (select: RawBuilder<unknown>, today: string) => sql`select ${select} from page_views as v
  where v.page_id = record.id and v.day > ${addDays(today, -countedDays)}`;

/** Whether something holds, as a column would keep it. */
const flag = (condition: RawBuilder<unknown>) => sql`case when ${condition} then 1 else 0 end`;

/** The SQL of the fields of a page that other rows say, over the alias `record`. */
export const derivedFields: Record<string, (today: string) => RawBuilder<unknown>> = {
  views: (today) => views(sql`count(*)`, today),
  backlinks: () => backlinks(sql`count(*)`),
  hasFiles: () => flag(sql`exists (select 1 from files where files.owner = 'page:' || record.id)`),
  isOrphan: (today) => flag(sql`not exists (${backlinks(sql`1`)}) and not exists (${views(sql`1`, today)})`),
  isOverdue: (today) => flag(sql`record.review_at is not null and record.review_at < ${today}`),
  changedById: () => sql`record.updated_by_id`,
  path: () => sql`with recursive line (parent_id, titles, level) as (
      select record.parent_id, '', 0
      union all select p.parent_id, p.title || case when titles = '' then '' else ' / ' || titles end, level + 1
        from line join pages as p on p.id = line.parent_id
    ) select nullif(titles, '') from line order by level desc limit 1`,
};

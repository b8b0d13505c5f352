import { type RawBuilder, type SqlBool, sql } from "kysely";
import { parseOwnJson } from "../../../../contract/narrowing.ts";
import type { PageStatus } from "../../../../contract/wiki/page-limits.ts";
import type { PageLink } from "../../../../contract/wiki/page-rows.ts";
import type { Db } from "../../../db/connection.ts";
import { jsonArrayOf } from "../../../db/dialect/json.ts";
import { type Reader, readableBy } from "../../../records/readable.ts";

interface Row {
  id: string;
  title: string;
  icon: string | null;
  status: PageStatus;
  updatedAt: string;
  updatedById: string | null;
  updatedByName: string | null;
  pathJson: string | null;
  extra: unknown;
}

interface Wanted {
  /** Over the page as `record`. */
  where: RawBuilder<unknown>;
  orderBy: RawBuilder<unknown>;
  limit: number;
  /** One more value of each page, as `extra`. */
  extra?: RawBuilder<unknown>;
  /** Only these pages: a select of ids. */
  among?: RawBuilder<unknown>;
}

/** SQL of pages that the person may read; templates and the trash are left out. */
export function selectLinks(reader: Reader, wanted: Wanted): RawBuilder<Row> {
  const { where, orderBy, limit, among, extra = sql`null` } = wanted;
  // A cross join keeps SQLite from walking all pages and asking for each whether it is among them.
  const source = among
    ? sql`(select distinct id from (${among}) as ids) as chosen cross join pages as record`
    : sql`pages as record`;
  const isAmong = among ? sql`record.id = chosen.id` : sql`1 = 1`;
  const readable = readableBy("page", reader) ?? sql<SqlBool>`1 = 1`;
  // The inner query sorts bare ids: what is shown is worked out for the few that are left.
  return sql<Row>`select record.id, record.title, record.icon, record.status, record.updated_at,
      record.updated_by_id, (select name from users where users.id = record.updated_by_id) as updated_by_name,
      found.extra, ${pathOf} as path_json
    from (
      select record.id, (${extra}) as extra from ${source}
      where record.archived_at is null and record.is_template = 0 and ${isAmong} and ${readable} and ${where}
      order by ${orderBy} limit ${limit}
    ) as found join pages as record on record.id = found.id
    order by ${orderBy}`;
}

/** Such pages as lists of the wiki show them. */
export async function readLinks(db: Db, reader: Reader, wanted: Wanted): Promise<(PageLink & { extra: unknown })[]> {
  return toLinks((await selectLinks(reader, wanted).execute(db)).rows);
}

export function toLinks(rows: readonly Row[]): (PageLink & { extra: unknown })[] {
  return rows.map(({ updatedById, updatedByName, updatedAt, pathJson, ...row }) => ({
    ...row,
    updatedAt: new Date(updatedAt),
    updatedBy: updatedById ? { id: updatedById, label: updatedByName ?? "" } : null,
    path: parseOwnJson<string[]>(pathJson ?? "[]").reverse(),
  }));
}

/** The titles from the parent up. What lies above a readable page is readable. */
const pathOf = sql`(with recursive line (parent_id, title, level) as (
    select p.parent_id, p.title, 0 from pages as p where p.id = record.parent_id
    union all select p.parent_id, p.title, level + 1 from line join pages as p on p.id = line.parent_id
  ) select ${jsonArrayOf(sql`title`)} from (select title from line order by level) as line)`;

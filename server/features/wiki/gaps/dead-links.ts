import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { DeadLink, PageCrumb } from "../../../../contract/wiki/page-rows.ts";
import type { Db } from "../../../db/connection.ts";
import { prepare } from "../../../db/prepare.ts";
import { type Reader, readableBy } from "../../../records/readable.ts";

type Row = PageCrumb & { url: string; problem: string; checkedAt: string; brokenSince: string };

/** The links of a page behind which there is nothing. */
export async function readDeadLinks(db: Db, pageId: string): Promise<DeadLink[]> {
  return (await selectOfPage(db, pageId)).map(toDeadLink);
}

const selectOfPage = prepare((_db, pageId: string) => select(sql`record.id = ${pageId}`, 100));

/** Those of all pages that a person may read, the latest first. */
export async function listDeadLinks(
  db: Db,
  reader: Reader,
  limit: number,
): Promise<(DeadLink & { page: PageCrumb })[]> {
  const readable = readableBy("page", reader) ?? sql<SqlBool>`1 = 1`;
  const active = sql`record.archived_at is null and record.is_template = 0`;
  const { rows } = await select(sql`${active} and ${readable}`, limit).execute(db);
  return rows.map((row) => ({ ...toDeadLink(row), page: { id: row.id, title: row.title, icon: row.icon } }));
}

const select = (where: RawBuilder<unknown>, limit: number) =>
  sql<Row>`select record.id, record.title, record.icon, c.url, c.problem, c.checked_at,
      c.broken_since from link_checks as c join page_links as l on l.url = c.url
      join pages as record on record.id = l.page_id
    where c.state = 'broken' and ${where}
    order by c.broken_since desc, record.title, c.url limit ${limit}`;

const toDeadLink = ({ url, problem, checkedAt, brokenSince }: Row): DeadLink => ({
  url,
  problem,
  checkedAt: new Date(checkedAt),
  brokenSince: new Date(brokenSince),
});

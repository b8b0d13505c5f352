import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { PageStatus } from "../../../../contract/wiki/page-limits.ts";
import type { PageNode } from "../../../../contract/wiki/page-rows.ts";
import type { Db } from "../../../db/connection.ts";
import { prepareForReader, type Reader, readableBy } from "../../../records/readable.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import { visibleTo } from "../access/visibility.ts";

interface Row {
  id: string;
  title: string;
  icon: string | null;
  status: PageStatus;
  parentId: string | null;
  maintainersOnly: 0 | 1;
  privateToId: string | null;
  hasChildren: number;
  isUnread: number;
  version: number;
}

/** The children of a page, or the top of the tree, in their order and as far as the person may read them. */
export async function listTree(
  { db, person }: Pick<RecordContext, "db" | "person">,
  { parentId }: { parentId: string | null },
): Promise<PageNode[]> {
  return readNodes(db, person, parentId);
}

export async function readNodes(db: Db, reader: Reader, parentId: string | null): Promise<PageNode[]> {
  const rows = parentId === null ? await selectTop(db, reader) : await selectChildren(db, reader, parentId);
  return rows.map(({ maintainersOnly, privateToId, hasChildren, isUnread, ...row }) => ({
    ...row,
    visibleTo: visibleTo({ maintainersOnly, privateToId }),
    hasChildren: hasChildren === 1,
    isUnread: isUnread === 1,
  }));
}

const selectTop = prepareForReader((_db, reader) => selectNodes(reader, sql`record.parent_id is null`));

const selectChildren = prepareForReader((_db, reader, parentId: string) =>
  selectNodes(reader, sql`record.parent_id = ${parentId}`),
);

function selectNodes(reader: Reader, isBelow: RawBuilder<unknown>): RawBuilder<Row> {
  const readable = (alias: string) => readableBy("page", reader, alias) ?? sql<SqlBool>`1 = 1`;
  return sql<Row>`select record.id, record.title, record.icon, record.status, record.parent_id,
      record.maintainers_only, record.private_to_id, record.version,
      exists (select 1 from pages as child where child.parent_id = record.id and child.archived_at is null
        and child.is_template = 0 and ${readable("child")}) as has_children,
      (coalesce(record.updated_by_id, '') != ${reader.id} and record.updated_at > coalesce(visit.seen_at, joined.joined_at, ''))
        as is_unread
    from pages as record
      left join page_visits as visit on visit.page_id = record.id and visit.user_id = ${reader.id}
      left join users as joined on joined.id = ${reader.id}
    where ${isBelow} and record.archived_at is null and record.is_template = 0 and ${readable("record")}
    order by record.position, record.id`;
}

import { roleLinksOf, textsOf } from "../../../contract/records/read-value.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { Db } from "../../db/connection.ts";
import { prepare } from "../../db/prepare.ts";
import { dynamic } from "../conditions/dynamic.ts";
import { hasColumn, type LinkTable, type RecordStore, type Values } from "../store.ts";
import { toColumn } from "../stored.ts";

/** The columns of a record's own table among the given values. */
export function toColumns(store: RecordStore, values: Values, names: readonly string[]): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const name of names) {
    const field = store.declaration.fields[name];
    if (field && hasColumn(store, name)) columns[name] = toColumn(field, values[name]);
  }
  return columns;
}

/** Replaces the tags and links of a record by the given ones; a new record has none to replace. */
export async function writeMemberships(
  db: Db,
  store: RecordStore,
  id: string,
  values: Values,
  { names, isNew }: { names: readonly string[]; isNew: boolean },
): Promise<void> {
  const { declaration, links = {} } = store;
  for (const name of names) {
    const { kind } = declaration.fields[name] ?? {};
    const link = links[name];
    if (kind === "tags") {
      if (!isNew) await deleteTags(db, declaration.type, id);
      for (const tagId of new Set(textsOf(values[name]))) await insertTag(db, declaration.type, id, tagId);
    }
    if (kind === "links" && link) {
      const { remove, insert } = linkWriter(link);
      if (!isNew) await remove(db, id);
      for (const other of roleLinksOf(values[name])) await insert(db, id, other.id, other.role);
    }
  }
}

const deleteTags = prepare((db, recordType: RecordType, recordId: string) =>
  db.deleteFrom("recordTags").where("recordType", "=", recordType).where("recordId", "=", recordId),
);

const insertTag = prepare((db, recordType: RecordType, recordId: string, tagId: string) =>
  db.insertInto("recordTags").values({ recordType, recordId, tagId }),
);

interface LinkWriter {
  remove(db: Db, id: string): Promise<unknown>;
  insert(db: Db, id: string, other: string, role: string): Promise<unknown>;
}

const linkWriters = new WeakMap<LinkTable, LinkWriter>();

function linkWriter(link: LinkTable): LinkWriter {
  const known = linkWriters.get(link);
  if (known) return known;
  const writer = {
    remove: prepare((db, id: string) => dynamic(db).deleteFrom(link.table).where(link.own, "=", id)),
    insert: prepare((db, id: string, other: string, role: string) =>
      dynamic(db)
        .insertInto(link.table)
        .values({ [link.own]: id, [link.other]: other, role })
        .onConflict((conflict) => conflict.doNothing()),
    ),
  };
  linkWriters.set(link, writer);
  return writer;
}

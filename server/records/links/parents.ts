import { type RawBuilder, sql } from "kysely";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { type RecordType, recordTypes } from "../../../contract/records/record-types.ts";
import type { Stores } from "../registry.ts";

interface Tie {
  type: RecordType;
  field: string;
}

/** The record that one of this type goes with: shown on its page, or at least deleted with it and told of in its history. */
export function parentOf(type: RecordType): Tie | undefined {
  const { path, fields, goesWith } = declarationOf(type);
  if (path && !goesWith) return undefined;
  for (const [field, { kind, ...more }] of Object.entries(fields))
    if (kind === "relation" && "to" in more && more.to !== "user" && (goesWith ? field === goesWith : more.required))
      return { type: more.to, field };
  return undefined;
}

/** The types whose records are shown on the page of one of this type, and the field by which they name it. */
export function childrenOf(type: RecordType): Tie[] {
  return recordTypes.flatMap((child) => {
    const parent = parentOf(child);
    return parent?.type === type ? [{ type: child, field: parent.field }] : [];
  });
}

/** A page on which a record is shown, with the SQL of its id; `tab` is the one of the records that live on it. */
interface Page {
  type: RecordType;
  id: RawBuilder<unknown>;
  tab: string | null;
}

/** Where a record is shown, by the SQL of its id; undefined for types that no page shows. */
export function pageOf(stores: Stores, type: RecordType, id: RawBuilder<unknown>): Page | undefined {
  if (declarationOf(type).path) return { type, id, tab: null };
  const parent = parentOf(type);
  if (!parent) return undefined;
  const parentId = sql`(select ${sql.ref(`child.${parent.field}`)} from ${sql.table(stores[type].table)} as child where child.id = ${id})`;
  const page = pageOf(stores, parent.type, parentId);
  return page && { ...page, tab: page.tab ?? declarationOf(type).plural };
}

interface Descendants {
  type: RecordType;
  /** A select of their ids. */
  ids: RawBuilder<string>;
}

/** The ids of all records that live on the page of another one, directly or below one that does, by type. */
export function descendantsOf(stores: Stores, type: RecordType, id: string): Descendants[] {
  const below = (of: RecordType, parents: RawBuilder<unknown>): Descendants[] =>
    childrenOf(of).flatMap(({ type: child, field }) => {
      const ids = sql<string>`select id from ${sql.table(stores[child].table)} where ${sql.ref(field)} in (${parents})`;
      return [{ type: child, ids }, ...below(child, ids)];
    });
  return below(type, sql`${id}`);
}

import { declarationOf } from "../../contract/records/declarations.ts";
import { formatFilter } from "../../contract/records/filters.ts";
import type { RecordKey, RecordType } from "../../contract/records/record-types.ts";
import type { RelatedRecord, RelationGroup } from "../../contract/records/relations.ts";
import { recordPath } from "./record-path.ts";

/** The form for a new record that starts with some values. */
export function newRecordPath(type: RecordType, values: Record<string, string>): string {
  return `/${declarationOf(type).plural}/new?${new URLSearchParams(values)}`;
}

/** The form for a new record that starts with what another one holds. */
export function duplicatePath({ type, id }: RecordKey): string {
  return newRecordPath(type, { from: id });
}

export function editPath({ type, id }: RecordKey): string {
  return `/${declarationOf(type).plural}/${id}/edit`;
}

/** A list that shows what names a record in one of its fields. */
export function filteredListPath(type: RecordType, field: string, id: string): string {
  const { plural } = declarationOf(type);
  return `/${plural}?${new URLSearchParams({ [`f[${field}]`]: formatFilter({ field, is: "oneOf", values: [id] }) })}`;
}

/** Where a record beside this one is shown; undefined when no page shows it. */
export function relatedPath({ page }: RelatedRecord, group: RelationGroup, of: RecordType): string | undefined {
  if (page) {
    const path = recordPath(page.type, page.id);
    return page.tab && path ? `${path}/${page.tab}` : path;
  }
  // A type without pages is seen best by what else names the same one.
  const isNamed = group.direction === "out" && declarationOf(of).path !== undefined;
  const [first] = group.items;
  return isNamed && first ? filteredListPath(of, group.field, first.id) : undefined;
}

/** Where the whole of a group is listed; undefined when this is all of it or no list shows it. */
export function wholeGroupPath(group: RelationGroup, of: RecordKey): string | undefined {
  if (group.totalItems <= group.items.length) return undefined;
  if (declarationOf(group.type).path && group.direction === "in")
    return filteredListPath(group.type, group.field, of.id);
  const [first] = group.items;
  return first && relatedPath(first, group, of.type);
}

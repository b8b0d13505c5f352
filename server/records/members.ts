import type { LinkRef, LinksField, TagRef } from "../../contract/records/fields.ts";
import type { Db } from "../db/connection.ts";
import { dynamic } from "./dynamic.ts";
import { idsIn } from "./ids-in.ts";
import type { RecordStore } from "./store.ts";
import { tableOf } from "./tables.ts";

/** The tags of records, by record. */
export async function readTags(db: Db, { declaration }: RecordStore, idsJson: string): Promise<Map<string, TagRef[]>> {
  const rows = await dynamic(db)
    .selectFrom("recordTags")
    .innerJoin("tags", "tags.id", "recordTags.tagId")
    .select(["recordTags.recordId", "tags.id", "tags.name", "tags.color"])
    .where("recordTags.recordType", "=", declaration.type)
    .where("recordTags.recordId", "in", idsIn(idsJson))
    .orderBy("tags.sortTitle")
    .execute();
  return grouped(rows, "recordId", ({ id, name, color }) => ({ id, name, color }) as TagRef);
}

/** The links of a field, by record; first roles first. */
export async function readLinks(
  db: Db,
  store: RecordStore,
  name: string,
  { to, roles }: LinksField,
  idsJson: string,
): Promise<Map<string, LinkRef[]>> {
  const link = store.links?.[name];
  if (!link) return new Map();
  const rows = await dynamic(db)
    .selectFrom(`${link.table} as link`)
    .innerJoin(`${tableOf(to)} as other`, "other.id", `link.${link.other}`)
    .select([`link.${link.own} as ownId`, "other.id", "other.title as label", "link.role"])
    .where(`link.${link.own}`, "in", idsIn(idsJson))
    .orderBy("other.sortTitle")
    .execute();
  const order = Object.keys(roles);
  const byRole = rows.toSorted((a, b) => order.indexOf(a.role as string) - order.indexOf(b.role as string));
  return grouped(byRole, "ownId", ({ id, label, role }) => ({ id, label, role }) as LinkRef);
}

function grouped<Item>(
  rows: readonly Record<string, unknown>[],
  by: string,
  toItem: (row: Record<string, unknown>) => Item,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const row of rows) {
    const key = row[by] as string;
    const group = groups.get(key);
    if (group) group.push(toItem(row));
    else groups.set(key, [toItem(row)]);
  }
  return groups;
}

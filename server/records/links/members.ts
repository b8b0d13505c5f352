import { sql } from "kysely";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { LinkRef, LinksField, TagRef } from "../../../contract/records/fields.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { Db } from "../../db/connection.ts";
import { prepare } from "../../db/prepare.ts";
import { dynamic } from "../conditions/dynamic.ts";
import { idsIn } from "../conditions/ids-in.ts";
import type { LinkTable, RecordStore } from "../store.ts";

interface LinkRow {
  ownId: string;
  id: string;
  label: string;
  role: string;
}
type Reader = (db: Db, idsJson: string) => Promise<LinkRow[]>;

const selectTags = prepare((db, type: RecordType, idsJson: string) =>
  db
    .selectFrom("recordTags")
    .innerJoin("tags", "tags.id", "recordTags.tagId")
    .select(["recordTags.recordId", "tags.id", "tags.name", "tags.color"])
    .where("recordTags.recordType", "=", type)
    .where("recordTags.recordId", "in", idsIn(idsJson))
    .orderBy("tags.sortTitle"),
);

/** The tags of records, by record. */
export async function readTags(db: Db, { declaration }: RecordStore, idsJson: string): Promise<Map<string, TagRef[]>> {
  const rows = await selectTags(db, declaration.type, idsJson);
  return grouped(
    rows,
    ({ recordId }) => recordId,
    ({ id, name, color }) => ({ id, name, color }),
  );
}

/** The links of a field, by record; first roles first. */
export async function readLinks(
  db: Db,
  store: RecordStore,
  name: string,
  field: LinksField,
  idsJson: string,
): Promise<Map<string, LinkRef[]>> {
  const link = store.links?.[name];
  if (!link) return new Map();
  const rows = await linkReader(link, field)(db, idsJson);
  const order = Object.keys(field.roles);
  const byRole = rows.toSorted((a, b) => order.indexOf(a.role) - order.indexOf(b.role));
  return grouped(
    byRole,
    ({ ownId }) => ownId,
    ({ id, label, role }) => ({ id, label, role }),
  );
}

const linkReaders = new WeakMap<LinkTable, Reader>();

function linkReader(link: LinkTable, { to }: LinksField): Reader {
  const known = linkReaders.get(link);
  if (known) return known;
  const reader = prepare((db, idsJson: string) =>
    dynamic(db)
      .selectFrom(`${link.table} as link`)
      .innerJoin(`${declarationOf(to).plural} as other`, "other.id", `link.${link.other}`)
      .select(["other.id", "other.title as label"])
      .select([sql.ref<string>(`link.${link.own}`).as("ownId"), sql.ref<string>("link.role").as("role")])
      .where(`link.${link.own}`, "in", idsIn(idsJson))
      .orderBy("other.sortTitle"),
  );
  linkReaders.set(link, reader);
  return reader;
}

function grouped<Row, Item>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  toItem: (row: Row) => Item,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(toItem(row));
    else groups.set(key, [toItem(row)]);
  }
  return groups;
}

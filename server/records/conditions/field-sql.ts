import { type RawBuilder, sql } from "kysely";
import type { RelationField } from "../../../contract/records/fields.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { type Reader, readableBy } from "../readable.ts";
import type { RecordContext } from "../record-context.ts";
import type { RecordStore } from "../store.ts";
import { tableOf } from "../tables.ts";

/** Who asks, and when: what the SQL of a list depends on beside the list itself. */
export type Asking = Pick<RecordContext, "now"> & { person: Reader };

/** The SQL that yields a field of the table alias `record`. */
export function columnOf(store: RecordStore, { now }: Pick<Asking, "now">, name: string): RawBuilder<unknown> {
  const derived = store.derived?.[name];
  return derived ? sql`(${derived(portalDate(now()))})` : sql.ref(`record.${name}`);
}

interface Labelling {
  as?: "label" | "sortKey";
  /** Needed for types of which not everybody may read every record. */
  reader?: Reader;
}

/**
 * The SQL that yields the label of what a relation's column refers to, or the key by which labels are sorted; null for
 * what the reader may not read.
 */
export function labelOf(
  to: RelationField["to"],
  column: RawBuilder<unknown>,
  { as = "label", reader }: Labelling,
): RawBuilder<unknown> {
  if (to === "user") {
    const name = as === "label" ? sql`name` : sql`lower(name)`;
    return sql`(select ${name} from users where users.id = ${column})`;
  }
  const title = sql.ref(as === "label" ? "other.title" : "other.sortTitle");
  const found = sql`select ${title} from ${sql.table(tableOf(to))} as other where other.id = ${column}`;
  const readable = reader && readableBy(to, reader, "other");
  return readable ? sql`(${found} and ${readable})` : sql`(${found})`;
}

/** The SQL that yields the key of the picture of the person that a column refers to. */
export function imageOf(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select image_key from users where users.id = ${column})`;
}

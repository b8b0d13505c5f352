import type { RawBuilder, SqlBool } from "kysely";
import type { Declaration } from "../../contract/records/declaration.ts";
import type { Field, Input } from "../../contract/records/fields.ts";
import type { RecordType } from "../../contract/records/record-types.ts";
import type { Tx } from "../db/transact.ts";
import type { RecordContext } from "./record-context.ts";
import type { Stored } from "./stored.ts";

/** The rows that hold the links of a field, seen from this side. */
export interface LinkTable {
  table: string;
  own: string;
  other: string;
}

export type Values = Record<string, Input>;

/** What the deadlines of a type are about, as SQL over the record's table under the name `record`. */
export interface StoreDeadlines {
  /** Whose they are; the column `customer_id` decides when absent. */
  customerId?: RawBuilder<unknown>;
  /** Who has to act; the column `responsible_user_id` decides when absent. */
  responsibleUserId?: RawBuilder<unknown>;
  /** By kind: who is asked before the responsible person. */
  asked?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Whom they concern beside. */
  concernedUserId?: RawBuilder<unknown>;
  /** By kind: what happens to money on that day. */
  amounts?: Readonly<Record<string, { cents: RawBuilder<unknown>; direction: "cost" | "revenue" }>>;
  /** Records that have none. */
  without?: RawBuilder<SqlBool>;
  /** The ids of the records whose deadlines follow from some of another type, given as a JSON array. */
  follows?: Partial<Record<RecordType, (idsJson: string) => RawBuilder<unknown>>>;
}

/** What the server knows of a record type beyond its declaration; hooks know the values as `BodyOf` its fields where the store says so. */
export interface RecordStore<V extends object = Values> {
  declaration: Declaration;
  /** Kysely's name of the table. */
  table: string;
  /** SQL of fields that have no column, over the record's table under the name `record`. */
  derived?: Record<string, (today: string) => RawBuilder<unknown>>;
  links?: Record<string, LinkTable>;
  /** Of derived relations to several: the rows by which lists are asked for them. */
  members?: Record<string, LinkTable>;
  deadlines?: StoreDeadlines;
  /**
   * Columns that hold the place of a choice among its options; an index over archive, this column, title and id gives
   * lists in that order.
   */
  ranks?: Readonly<Record<string, string>>;
  /** Sets of fields that no two active records may share. */
  unique?: readonly (readonly string[])[];
  /** What the fields of `unique` hold, from what was entered, where `complete` works them out. */
  uniqueOf?(values: V): Values;
  /** Names a record; the declaration's title field does when absent. */
  titleOf?(values: Readonly<Record<string, unknown>>): string;
  /** Fills what the server adds, and refuses what depends on other rows. Gets the values as they will be stored. */
  complete?(tx: Tx, ctx: RecordContext, values: V, before: Stored<V> | undefined): Promise<Values>;
  /** Columns beside the fields, and what a new row holds in them. */
  further?: {
    columns: readonly string[];
    of(tx: Tx, ctx: RecordContext, record: { id: string; values: V }): Promise<Record<string, unknown>>;
  };
  /** Follows a stored record within the same transaction. */
  afterCreate?(tx: Tx, ctx: RecordContext, record: { id: string; title: string; values: V }): Promise<void>;
  afterUpdate?(
    tx: Tx,
    ctx: RecordContext,
    record: { id: string; title: string; values: V; before: Stored<V> },
  ): Promise<void>;
  /** Refuses by throwing, before a file comes to a record or leaves it; `added` is the key of one that comes. */
  beforeFiles?(tx: Tx, ctx: RecordContext, record: { id: string; added?: string }): Promise<void>;
  /** Refuses by throwing. */
  beforeArchive?(tx: Tx, ctx: RecordContext, record: Stored<V>): Promise<void>;
  /** Follow a record into the archive and out of it, within the same transaction; it is as it was before. */
  afterArchive?(tx: Tx, ctx: RecordContext, record: Stored<V>): Promise<void>;
  afterRestore?(tx: Tx, ctx: RecordContext, record: Stored<V>): Promise<void>;
  /** Before somebody deletes a record for good; taking back its creation is no such deletion. */
  beforeDelete?(tx: Tx, ctx: RecordContext, record: Stored<V>): Promise<void>;
  /** Puts in order what several records share after two of them were merged, or taken apart again. */
  afterMerge?(tx: Tx, ctx: RecordContext, records: readonly { id: string; values: Values }[]): Promise<void>;
  /** Makes room before a record is deleted for good. */
  beforeErase?(tx: Tx, ctx: RecordContext, record: Stored<V>): Promise<void>;
}

/** Whether a field has a column of the record's own table. */
export function hasColumn(store: RecordStore, name: string): boolean {
  const field = fieldOf(store, name);
  if (!field || field.derived) return false;
  return field.kind !== "tags" && field.kind !== "links" && field.kind !== "machine";
}

/** A field by its name; undefined for what the declaration does not have. */
export function fieldOf({ declaration }: RecordStore, name: string): Field | undefined {
  return Object.hasOwn(declaration.fields, name) ? declaration.fields[name] : undefined;
}

/** The names of all fields with a column. */
export function columnsOf(store: RecordStore): string[] {
  return Object.keys(store.declaration.fields).filter((name) => hasColumn(store, name));
}

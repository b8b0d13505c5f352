import { setImmediate } from "node:timers/promises";
import { domainToASCII } from "node:url";
import type { Field } from "../../../contract/records/fields.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { Db } from "../../db/connection.ts";
import { dynamic } from "../../records/dynamic.ts";
import { hasColumn } from "../../records/store.ts";
import { fromColumn } from "../../records/stored.ts";
import { stores } from "../records.ts";

const pageSize = 2000;
/** More than one active record has it. */
export const ambiguous = Symbol("ambiguous");
type Found = string | typeof ambiguous | undefined;

/** Which active record carries a name or key; read once, so that 50,000 rows need no 50,000 look-ups. */
export interface RecordIndex {
  byTitle(title: string): Found;
  byKey(field: string, value: unknown): Found;
  /** Takes a record in; what it returns takes it out again. */
  add(id: string, title: string, values: Record<string, unknown>): () => void;
}

/** Text as names are compared: without case, outer and double spaces. */
export function nameKey(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();
}

/** A value of a key field as records are told apart by it; undefined for nothing. */
export function valueKey(field: Field, value: unknown): string | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const key = nameKey(value);
  return field.kind === "text" && field.format === "domain" ? domainToASCII(key) || key : key;
}

/** Reads the index of a record type page by page, with others served in between. */
export async function openIndex(db: Db, type: RecordType): Promise<RecordIndex> {
  const { declaration, table } = stores[type];
  const keys = declaration.naturalKeys.filter((name) => hasColumn(stores[type], name));
  const titles: Known = new Map();
  const byField = new Map(keys.map((name) => [name, new Map() as Known] as const));
  const add: RecordIndex["add"] = (id, title, values) => {
    const undo = [put(titles, nameKey(title), id)];
    for (const [name, known] of byField) {
      const key = valueKey(declaration.fields[name] as Field, values[name]);
      if (key) undo.push(put(known, key, id));
    }
    return () => {
      for (const one of undo.reverse()) one();
    };
  };

  let after = "";
  for (;;) {
    const rows = await dynamic(db)
      .selectFrom(table)
      .select(["id", "title", ...keys])
      .where("archivedAt", "is", null)
      .where("id", ">", after)
      .orderBy("id")
      .limit(pageSize)
      .execute();
    for (const row of rows) {
      const values = keys.map((name) => [name, fromColumn(declaration.fields[name] as Field, row[name])]);
      add(row.id as string, row.title as string, Object.fromEntries(values));
    }
    if (rows.length < pageSize) break;
    after = rows.at(-1)?.id as string;
    await setImmediate();
  }

  return {
    byTitle: (title) => titles.get(nameKey(title)),
    byKey: (name, value) => {
      const key = valueKey(declaration.fields[name] as Field, value);
      return key === undefined ? undefined : byField.get(name)?.get(key);
    },
    add,
  };
}

type Known = Map<string, string | typeof ambiguous>;

function put(known: Known, key: string, id: string): () => void {
  const before = known.get(key);
  known.set(key, before === undefined || before === id ? id : ambiguous);
  return () => void (before === undefined ? known.delete(key) : known.set(key, before));
}

import { setImmediate } from "node:timers/promises";
import { domainToASCII } from "node:url";
import type { Field } from "../../../../contract/records/fields.ts";
import { fieldNamed } from "../../../../contract/records/read-value.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import type { Db } from "../../../db/connection.ts";
import { dynamic } from "../../../records/conditions/dynamic.ts";
import { storeOf } from "../../../records/registry.ts";
import { hasColumn } from "../../../records/store.ts";
import { fromColumn } from "../../../records/stored.ts";

const pageSize = 2000;
/** More than one active record has it. */
export const ambiguous = Symbol("ambiguous");
type Found = string | typeof ambiguous | undefined;

/** Which records carry a name or key; read once, so that 50,000 rows need no 50,000 look-ups. */
export interface RecordIndex {
  /** The active record with a title or key. */
  byTitle(title: string): Found;
  byKey(field: string, value: unknown): Found;
  /** All records with a key, or with a value of the title field, that are in use or in the archive. */
  withKey(field: string, value: unknown, section: IndexSection): readonly string[];
  /** Takes an active record in; what it returns takes it out again. */
  add(id: string, title: string, values: Record<string, unknown>): () => void;
}
export type IndexSection = "active" | "archive";

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
  const { declaration, table } = storeOf(type);
  const keys = [...new Set([...declaration.naturalKeys, declaration.titleField])].filter((name) =>
    hasColumn(storeOf(type), name),
  );
  const open = (): Titles => ({ titles: new Map(), byField: new Map(keys.map((name) => [name, new Map()])) });
  const sections: Record<IndexSection, Titles> = { active: open(), archive: open() };

  const put = (section: IndexSection, id: string, title: string, values: Record<string, unknown>): (() => void) => {
    const { titles, byField } = sections[section];
    const undo = [keep(titles, nameKey(title), id)];
    for (const [name, known] of byField) {
      const key = valueKey(fieldNamed(declaration.fields, name), values[name]);
      if (key) undo.push(keep(known, key, id));
    }
    return () => {
      for (const one of undo.reverse()) one();
    };
  };

  let after = "";
  for (;;) {
    const rows = await dynamic(db)
      .selectFrom(table)
      .select(["id", "title", "archivedAt"])
      .select(keys)
      .where("id", ">", after)
      .orderBy("id")
      .limit(pageSize)
      .execute();
    for (const row of rows) {
      const values = keys.map((name) => [name, fromColumn(fieldNamed(declaration.fields, name), row[name])]);
      put(row.archivedAt ? "archive" : "active", row.id, row.title, Object.fromEntries(values));
    }
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) break;
    after = last.id;
    await setImmediate();
  }

  const withKey: RecordIndex["withKey"] = (name, value, section) => {
    const key = valueKey(fieldNamed(declaration.fields, name), value);
    return (key !== undefined && sections[section].byField.get(name)?.get(key)) || [];
  };
  return {
    byTitle: (title) => only(sections.active.titles.get(nameKey(title)) ?? []),
    byKey: (name, value) => only(withKey(name, value, "active")),
    withKey,
    add: (id, title, values) => put("active", id, title, values),
  };
}

type Known = Map<string, string[]>;

interface Titles {
  titles: Known;
  byField: Map<string, Known>;
}

function only(ids: readonly string[]): Found {
  return ids.length > 1 ? ambiguous : ids[0];
}

/** What is taken out again is what was taken in last. */
function keep(known: Known, key: string, id: string): () => void {
  const ids = known.get(key) ?? [];
  ids.push(id);
  known.set(key, ids);
  return () => void ids.pop();
}

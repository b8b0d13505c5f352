import type { Db } from "../../db/connection.ts";
import { isOpen, isReadable, type Reader } from "../readable.ts";
import { fieldOf, type RecordStore } from "../store.ts";

type Contents = Record<string, unknown>;

/**
 * Values as history keeps them, without the names and ids of records that the reader may not read; whoever wrote them
 * down could.
 */
export async function withoutHiddenNames(
  db: Db,
  reader: Reader,
  store: RecordStore,
  contents: Contents,
): Promise<Contents> {
  let masked = contents;
  for (const [name, value] of Object.entries(contents)) {
    const field = fieldOf(store, name);
    if (field?.kind !== "relation" || field.to === "user" || isOpen(field.to) || !isRef(value)) continue;
    if (await isReadable(db, { type: field.to, id: value.id }, reader)) continue;
    masked = { ...masked, [name]: { id: "", label: "nicht sichtbar" } };
  }
  return masked;
}

const isRef = (value: unknown): value is { id: string; label: string } =>
  typeof value === "object" && value !== null && "id" in value && typeof value.id === "string";

import type { TermType } from "../../../contract/terms/term-types.ts";
import type { Tx } from "../../db/transact.ts";
import { toColumns } from "../../records/links/memberships.ts";
import { recordChange } from "../../records/record-change.ts";
import { storeOf } from "../../records/registry.ts";
import type { Values } from "../../records/store.ts";
import type { Stored } from "../../records/stored.ts";
import { updateRow } from "../../records/write-row.ts";

/** Writes what time or a registry changed, in nobody's name; throws where somebody else was faster. */
export async function writeUnattended(tx: Tx, type: TermType, before: Stored, values: Values): Promise<void> {
  const store = storeOf(type);
  const names = Object.keys(values);
  const version = before.version + 1;
  const columns = { ...toColumns(store, values, names), version, updatedAt: tx.now().toISOString() };
  if (!(await updateRow(tx.db, store, before, columns))) throw new Error(`${type} ${before.id} has changed meanwhile`);
  const old = Object.fromEntries(names.map((name) => [name, before.values[name] ?? null]));
  await recordChange(tx, store, { verb: "updated", id: before.id, version, before: old, after: values });
}

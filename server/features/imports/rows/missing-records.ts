import { namedWithParent, targetOf } from "../../../../contract/imports/import-fields.ts";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import { fieldNamed } from "../../../../contract/records/read-value.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import type { Tx } from "../../../db/transact.ts";
import { Problem } from "../../../problem.ts";
import { createRecordIn } from "../../../records/commands.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import { storeOf } from "../../../records/registry.ts";
import type { Mapping } from "../columns/mapping.ts";
import type { NameDirectory } from "./name-directory.ts";
import type { MissingName } from "./plan-row.ts";
import { nameKey } from "./record-index.ts";
import { schemasOf } from "./row-schemas.ts";

/** Creates the records that a row names and nobody knows; returns their ids by what stands for them. */
export async function createMissing(
  tx: Tx,
  ctx: RecordContext,
  directory: NameDirectory,
  mapping: Mapping,
  missing: readonly MissingName[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const made = new Map<string, string>();
  for (const { field, name, pending } of missing) {
    const type = recordTargetOf(mapping.declaration, field);
    const key = `${type}\n${nameKey(name)}`;
    const found = directory.find(type, name);
    const id = made.get(key) ?? (typeof found === "string" ? found : await createNamed(tx, ctx, directory, type, name));
    made.set(key, id);
    ids.set(pending, id);
  }
  return ids;
}

/** The type of the records whose names a field holds. */
function recordTargetOf({ fields }: Declaration, name: string): RecordType {
  const target = targetOf(fieldNamed(fields, name));
  if (target === undefined || target === "user") throw new TypeError(`${name} names no records`);
  return target;
}

async function createNamed(tx: Tx, ctx: RecordContext, directory: NameDirectory, type: RecordType, name: string) {
  const { declaration } = storeOf(type);
  const parent = await findParent(tx, ctx, directory, type, name);
  const checked = schemasOf(type).whole.safeParse({ [declaration.titleField]: name, ...parent });
  if (!checked.success) {
    const reasons = checked.error.issues.map(({ message }) => message).join(" ");
    throw new Problem("invalid", {
      message: `„${name}“ lässt sich nicht anlegen (${declaration.labels.one}). ${reasons}`,
    });
  }
  return (await createRecordIn(tx, storeOf(type), ctx, checked.data)).id;
}

/** The record that one of this type cannot be without, found or made by what stands before the comma. */
async function findParent(tx: Tx, ctx: RecordContext, directory: NameDirectory, type: RecordType, name: string) {
  const field = namedWithParent[type];
  if (!field) return {};
  const parentType = recordTargetOf(storeOf(type).declaration, field);
  const parentName = (name.split(",")[0] ?? name).trim();
  const found = directory.find(parentType, parentName);
  const id = typeof found === "string" ? found : await createNamed(tx, ctx, directory, parentType, parentName);
  return { [field]: id };
}

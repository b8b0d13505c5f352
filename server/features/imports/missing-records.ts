import type { RecordType } from "../../../contract/records/record-types.ts";
import type { Tx } from "../../db/transact.ts";
import { Problem } from "../../problem.ts";
import { createRecordIn } from "../../records/commands.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { stores } from "../records.ts";
import type { Mapping } from "./mapping.ts";
import type { NameDirectory } from "./name-directory.ts";
import type { MissingName } from "./plan-row.ts";
import { nameKey } from "./record-index.ts";
import { targetOf } from "./relation-names.ts";
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
    const type = targetOf(mapping.declaration.fields[field] as never) as RecordType;
    const key = `${type}\n${nameKey(name)}`;
    const found = directory.find(type, name);
    const id = made.get(key) ?? (typeof found === "string" ? found : await createNamed(tx, ctx, type, name));
    made.set(key, id);
    ids.set(pending, id);
  }
  return ids;
}

async function createNamed(tx: Tx, ctx: RecordContext, type: RecordType, name: string): Promise<string> {
  const { declaration } = stores[type];
  const checked = schemasOf(type).whole.safeParse({ [declaration.titleField]: name });
  if (!checked.success) {
    const reasons = checked.error.issues.map(({ message }) => message).join(" ");
    throw new Problem("invalid", {
      message: `„${name}“ lässt sich nicht anlegen (${declaration.labels.one}). ${reasons}`,
    });
  }
  return (await createRecordIn(tx, stores[type], ctx, checked.data)).id;
}

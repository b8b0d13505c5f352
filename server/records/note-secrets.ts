import { findSecrets, secretLabels } from "../../contract/document/secrets.ts";
import type { Tx } from "../db/transact.ts";
import type { RecordStore, Values } from "./store.ts";

/**
 * Records in the audit log that somebody wrote what looks like a password or a key into the notes of a record, by the form
 * that warns of it, an import or the interface; never what it was. What had been there before is not told again.
 */
export async function noteSecrets(
  tx: Tx,
  { declaration }: RecordStore,
  id: string,
  { before = {}, after }: { before?: Values | undefined; after: Values },
): Promise<void> {
  const kinds = new Set<string>();
  for (const [name, { kind }] of Object.entries(declaration.fields)) {
    const text = after[name];
    if (kind !== "markdown" || typeof text !== "string" || text === before[name]) continue;
    const former = String(before[name] ?? "");
    for (const found of findSecrets(text))
      if (!former.includes(text.slice(found.start, found.end))) kinds.add(secretLabels[found.kind]);
  }
  if (kinds.size === 0) return;
  const labels = Object.fromEntries([...kinds].map((label) => [label, true]));
  await tx.record({ kind: "record.secret-allowed", subject: { type: declaration.type, id }, after: labels });
}

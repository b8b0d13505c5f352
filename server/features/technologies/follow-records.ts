import type { RecordedChange, Tx } from "../../db/transact.ts";
import { refreshSoftware } from "./software.ts";

/** Works out how up to date a website is whenever somebody has changed it. */
export async function followSoftware(tx: Tx, changes: readonly RecordedChange[]): Promise<void> {
  const ids = changes.flatMap(({ subject }) => (subject.type === "website" ? [subject.id] : []));
  if (!tx.isRehearsal && ids.length > 0) await refreshSoftware(tx, [...new Set(ids)]);
}

import * as Y from "yjs";
import { documentFragment } from "../../contract/document/json.ts";

/** A document that holds what these updates say. */
export function openDoc(updates: readonly Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  doc.getXmlFragment(documentFragment);
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update);
  });
  return doc;
}

/** Several updates as one. */
export function merge(updates: Uint8Array[]): Uint8Array {
  return updates.length > 1 ? Y.mergeUpdates(updates) : (updates[0] as Uint8Array);
}

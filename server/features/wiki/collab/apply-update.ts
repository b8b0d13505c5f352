import * as decoding from "lib0/decoding";
import * as Y from "yjs";
import { requireValue } from "../../../../contract/narrowing.ts";
import { collabLimits } from "../../../../contract/wiki/collab.ts";

/** Deeper than any valid document, whose text lies in its nodes, which lie in the fragment. */
const maxDepth = 64;

/** All that waits is merged anew with each update that comes; a real client's waits for a moment. */
const maxWaitingBytes = 200_000;

/** An update for which there is no room. `hasTouched`: it is in the document. */
export class OversizedUpdate extends Error {
  readonly code: 1009 | 4413;
  readonly hasTouched: boolean;

  constructor(code: 1009 | 4413, hasTouched = false) {
    super("the update is too large");
    this.code = code;
    this.hasTouched = hasTouched;
  }
}

/** An update that is none. `hasTouched`: a part of it may be in the document. */
export class BadUpdate extends Error {
  readonly hasTouched: boolean;

  constructor(hasTouched: boolean, cause?: unknown) {
    super("the update cannot be applied", { cause });
    this.hasTouched = hasTouched;
  }
}

export interface Applied {
  /** What has to be stored; undefined when all was known. */
  stored: Uint8Array | undefined;
  /** What is new to others; undefined when nothing is, or when it waits for what came before it. */
  news: Uint8Array | undefined;
}

/** An update from outside, of which it is known that it is one and of how many parts. */
export interface DecodedUpdate {
  bytes: Uint8Array;
  parts: number;
}

/** Counts the parts of an update. Throws a BadUpdate when these bytes are none, and an OversizedUpdate. */
export function decodeUpdate(bytes: Uint8Array): DecodedUpdate {
  // Whose update it is comes first, with the number of its parts: reading on would cost what is to be refused.
  if (firstCount(bytes) > collabLimits.updateParts) throw new OversizedUpdate(1009);
  let parts: number;
  try {
    parts = Y.decodeUpdate(bytes).structs.length;
  } catch (error) {
    throw new BadUpdate(false, error);
  }
  if (parts > collabLimits.updateParts) throw new OversizedUpdate(1009);
  return { bytes, parts };
}

function firstCount(bytes: Uint8Array): number {
  try {
    const decoder = decoding.createDecoder(bytes);
    return decoding.readVarUint(decoder) === 0 ? 0 : decoding.readVarUint(decoder);
  } catch (error) {
    throw new BadUpdate(false, error);
  }
}

/** Several updates as one. */
export function merge(updates: Uint8Array[]): Uint8Array {
  return updates.length > 1 ? Y.mergeUpdates(updates) : requireValue(updates[0]);
}

/** Brings an update from outside into a document, and says what of it was new. Throws a BadUpdate. */
export function applyUpdate(doc: Y.Doc, update: Uint8Array): Applied {
  return applyDecoded(doc, decodeUpdate(update).bytes);
}

export function applyDecoded(doc: Y.Doc, update: Uint8Array): Applied {
  let isTooDeep = false;
  const afterTransaction = (transaction: Y.Transaction) => {
    isTooDeep = newItems(transaction).some((item) => isDeeperThan(item, maxDepth));
  };
  doc.on("afterTransaction", afterTransaction);
  try {
    const news = listen(doc, () => Y.applyUpdate(doc, update));
    if (waitingBytes(doc) > maxWaitingBytes) throw new Error("too much waits for what has not come");
    if (isTooDeep) throw new Error("types lie too deep inside each other");
    return { news, stored: isWaiting(doc) ? update : news };
  } catch (error) {
    throw new BadUpdate(true, error);
  } finally {
    doc.off("afterTransaction", afterTransaction);
  }
}

/** Changes a document and returns that as an update; undefined when nothing has changed. */
export function listen(doc: Y.Doc, change: () => void): Uint8Array | undefined {
  const updates: Uint8Array[] = [];
  const onUpdate = (update: Uint8Array) => void updates.push(update);
  doc.on("update", onUpdate);
  try {
    change();
  } finally {
    doc.off("update", onUpdate);
  }
  return updates.length > 1 ? Y.mergeUpdates(updates) : updates[0];
}

/** Whether an update brings nothing that a document does not know; a BadUpdate when it is none. */
export function isKnown(doc: Y.Doc, update: Uint8Array): boolean {
  try {
    return Y.snapshotContainsUpdate(Y.snapshot(doc), update);
  } catch (error) {
    throw new BadUpdate(false, error);
  }
}

/** A part that refers to what has not come yet is kept apart by Yjs and announced by no event. */
const isWaiting = ({ store }: Y.Doc) => store.pendingStructs !== null || store.pendingDs !== null;
const waitingBytes = ({ store }: Y.Doc) => (store.pendingStructs?.update.length ?? 0) + (store.pendingDs?.length ?? 0);

function newItems({ doc, beforeState, afterState }: Y.Transaction): Y.Item[] {
  return [...afterState].flatMap(([client, after]) => {
    const before = beforeState.get(client) ?? 0;
    const structs = doc.store.clients.get(client) ?? [];
    if (after === before || structs.length === 0) return [];
    return structs.slice(Y.findIndexSS(structs, before)).filter((struct) => struct instanceof Y.Item);
  });
}

function isDeeperThan(item: Y.Item, limit: number): boolean {
  let depth = 0;
  for (
    let outer: Y.Item | null = item;
    outer;
    outer = (outer.parent as { _item: Y.Item | null } | null)?._item ?? null
  ) {
    depth += 1;
    if (depth > limit) return true;
  }
  return false;
}

import * as Y from "yjs";
import { maxDocumentBytes } from "../../../../contract/document/json.ts";
import { collabLimits } from "../../../../contract/wiki/collab.ts";
import { fromYDoc } from "../../../document/yjs.ts";
import { BadUpdate } from "./apply-update.ts";

/** How much longer JSON may be than the update that brings it, for what people write. */
const growth = 8;

/** Keeps a page within its limits, measuring only when it may come near them: measuring reads the whole page. */
export class PageSize {
  #state: number;
  #document = 0;
  /** Bytes of updates since the document was measured. */
  #since = Number.POSITIVE_INFINITY;

  constructor(stateBytes: number) {
    this.#state = stateBytes;
  }

  /** Counts an update in, unless the page would be too large with it. Throws a BadUpdate. */
  admits(doc: Y.Doc, update: Uint8Array): boolean {
    if (this.#state + update.length > collabLimits.stateBytes) {
      this.#state = Y.encodeStateAsUpdate(doc).length;
      if (this.#state + update.length > collabLimits.stateBytes) return false;
    }
    if (this.#document + growth * (this.#since + update.length) > maxDocumentBytes) {
      if (!this.#fits(doc, update)) return false;
    }
    this.#state += update.length;
    this.#since += update.length;
    return true;
  }

  /** The document has been read anyway. */
  measured(documentBytes: number): void {
    this.#document = documentBytes;
    this.#since = 0;
  }

  /** What makes a page smaller is welcome however large it is. */
  #fits(doc: Y.Doc, update: Uint8Array): boolean {
    this.measured(sizeOf(doc));
    if (this.#document + growth * update.length <= maxDocumentBytes) return true;
    const size = sizeWith(doc, update);
    return size <= maxDocumentBytes || size < this.#document;
  }
}

/** How large a document would be with an update; it is tried on a copy. */
function sizeWith(doc: Y.Doc, update: Uint8Array): number {
  const copy = new Y.Doc();
  try {
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
    Y.applyUpdate(copy, update);
    return sizeOf(copy);
  } catch (error) {
    throw new BadUpdate(false, error);
  } finally {
    copy.destroy();
  }
}

const sizeOf = (doc: Y.Doc) => Buffer.byteLength(JSON.stringify(fromYDoc(doc)));

import * as Y from "yjs";
import { maxDocumentBytes, maxDocumentNodes, maxTableCells } from "../../../../contract/document/json.ts";
import { collabLimits } from "../../../../contract/wiki/collab.ts";
import { type DocumentSize, measureDocument, sizeProblem } from "../../../document/check-document.ts";
import { fromYDoc } from "../../../document/yjs.ts";
import type { DecodedUpdate } from "./apply-update.ts";

/** How much longer JSON may be than the update that brings it, for what people write. */
const growth = 8;
/** For each millisecond that measuring took, so many pass before the page is measured again. */
const rest = 10;

/** Keeps a page within its limits, measuring only when it may come near them: measuring reads the whole page. */
export class PageSize {
  #state: number;
  /** As it was when it was measured, and what has come since. */
  #document: DocumentSize | undefined;
  #since = { bytes: 0, parts: 0 };
  #restsUntil = 0;

  constructor(stateBytes: number) {
    this.#state = stateBytes;
  }

  /** What Yjs keeps about the page, at most. */
  get stateBytes(): number {
    return this.#state;
  }

  /** Whether what Yjs keeps about the page has room for an update. */
  hasRoom(doc: Y.Doc, { bytes }: DecodedUpdate): boolean {
    if (this.#state + bytes.length <= collabLimits.stateBytes) return true;
    this.#state = Y.encodeStateAsUpdate(doc).length;
    return this.#state + bytes.length <= collabLimits.stateBytes;
  }

  /** Whether the page could be too large with an update, so that it has to be measured. */
  mayExceed({ bytes, parts }: DecodedUpdate): boolean {
    if (!this.#document) return true;
    const more = { bytes: growth * (this.#since.bytes + bytes.length), parts: this.#since.parts + parts };
    return (
      this.#document.bytes + more.bytes > maxDocumentBytes ||
      this.#document.nodes + more.parts > maxDocumentNodes ||
      this.#document.cells + more.parts > maxTableCells
    );
  }

  /** How long whoever fills a page waits before it is measured again, so that nobody else has to. */
  get restMs(): number {
    return Math.max(0, this.#restsUntil - performance.now());
  }

  add({ bytes, parts }: DecodedUpdate): void {
    this.#state += bytes.length;
    this.#since = { bytes: this.#since.bytes + bytes.length, parts: this.#since.parts + parts };
  }

  measure(doc: Y.Doc): DocumentSize {
    if (this.#document && this.#since.parts === 0 && this.#since.bytes === 0) return this.#document;
    const start = performance.now();
    const size = this.measured(measureDocument(fromYDoc(doc)));
    const end = performance.now();
    this.#restsUntil = end + rest * (end - start);
    return size;
  }

  /** The document has been read anyway, and is as large as this. */
  measured(size: DocumentSize): DocumentSize {
    this.#document = size;
    this.#since = { bytes: 0, parts: 0 };
    return size;
  }

  /** The page is what it was at some time before. */
  reset(): void {
    this.#document = undefined;
  }
}

/** What makes a page smaller is welcome however large it is. */
export function isRefused(after: DocumentSize, before: DocumentSize): boolean {
  if (!sizeProblem(after)) return false;
  const isLess = after.bytes < before.bytes || after.nodes < before.nodes || after.cells < before.cells;
  return !isLess || after.nodes > before.nodes || after.cells > before.cells;
}

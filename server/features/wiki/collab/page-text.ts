import * as Y from "yjs";
import { type DocumentJson, documentFragment } from "../../../../contract/document/json.ts";
import { fromYDoc, replaceInYDoc } from "../../../document/yjs.ts";
import { type Applied, applyUpdate, decodes, isKnown, listen } from "./apply-update.ts";
import { PageSize } from "./page-size.ts";

/** The text of a page as Yjs keeps it, within its limits. */
export class PageText {
  #doc: Y.Doc;
  readonly #size: PageSize;

  constructor(updates: readonly Uint8Array[]) {
    this.#doc = openDoc(updates);
    this.#size = new PageSize(updates.reduce((sum, { length }) => sum + length, 0));
  }

  get stateVector(): Uint8Array {
    return Y.encodeStateVector(this.#doc);
  }

  /** What somebody with this state vector does not have; throws when it is none. */
  since(stateVector: Uint8Array): Uint8Array {
    return Y.encodeStateAsUpdate(this.#doc, stateVector);
  }

  knows(update: Uint8Array): boolean {
    return isKnown(this.#doc, update);
  }

  /** Whether there is room for an update. Throws a BadUpdate. */
  admits(update: Uint8Array): boolean {
    decodes(update);
    return this.#size.admits(this.#doc, update);
  }

  /** Throws a BadUpdate. */
  apply(update: Uint8Array): Applied {
    return applyUpdate(this.#doc, update);
  }

  /** Turns the text into this document; returns the change, or undefined when there is none. */
  replace(document: DocumentJson): Uint8Array | undefined {
    return listen(this.#doc, () => replaceInYDoc(this.#doc, document));
  }

  read(): DocumentJson {
    const document = fromYDoc(this.#doc);
    this.#size.measured(Buffer.byteLength(JSON.stringify(document)));
    return document;
  }

  /** Begins again with what these updates say. */
  reset(updates: readonly Uint8Array[]): void {
    this.#doc.destroy();
    this.#doc = openDoc(updates);
  }

  close(): void {
    this.#doc.destroy();
  }
}

function openDoc(updates: readonly Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  doc.getXmlFragment(documentFragment);
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update);
  });
  return doc;
}

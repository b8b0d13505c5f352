import { setTimeout } from "node:timers/promises";
import * as Y from "yjs";
import { cleanDocument } from "../../../../contract/document/clean.ts";
import { type DocumentJson, documentFragment } from "../../../../contract/document/json.ts";
import { parseOwnJson } from "../../../../contract/narrowing.ts";
import { checkSize, measureDocument, refuseOversized } from "../../../document/check-document.ts";
import { type DerivedContent, deriveContent } from "../../../document/derive-content.ts";
import { readState, replaceState } from "../../../document/stored-content.ts";
import { fromYDoc, replaceInYDoc } from "../../../document/yjs.ts";
import { maxAtOnce } from "../../../run-apart.ts";
import {
  type Applied,
  applyDecoded,
  type DecodedUpdate,
  decodeUpdate,
  isKnown,
  listen,
  OversizedUpdate,
} from "./apply-update.ts";
import { isRefused, PageSize } from "./page-size.ts";

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

  /** Waits while a page that is nearly full must not be measured again yet. Throws a BadUpdate or an OversizedUpdate. */
  async receive(bytes: Uint8Array): Promise<DecodedUpdate> {
    const update = decodeUpdate(bytes);
    if (this.#size.mayExceed(update) && this.#size.restMs > 0) await setTimeout(this.#size.restMs);
    return update;
  }

  /** Takes an update in, if there is room for it. Throws a BadUpdate or an OversizedUpdate. */
  take(update: DecodedUpdate): Applied {
    if (!this.#size.hasRoom(this.#doc, update)) throw new OversizedUpdate(4413);
    const before = this.#size.mayExceed(update) ? this.#size.measure(this.#doc) : undefined;
    const isClose = before !== undefined && this.#size.mayExceed(update);
    const applied = applyDecoded(this.#doc, update.bytes);
    this.#size.add(update);
    if (isClose && isRefused(this.#size.measure(this.#doc), before)) throw new OversizedUpdate(4413, true);
    return applied;
  }

  /**
   * Takes in what another node has stored, whatever its size: it is part of the page. Returns what of it was new; undefined
   * when all was known, or waits for what came before it.
   */
  takeStored(updates: readonly Uint8Array[]): Uint8Array | undefined {
    for (const bytes of updates) this.#size.add({ bytes, parts: Y.decodeUpdate(bytes).structs.length });
    return listen(this.#doc, () => {
      for (const bytes of updates) Y.applyUpdate(this.#doc, bytes);
    });
  }

  /** Turns the text into this document; returns the change, or undefined when there is none. */
  replace(document: DocumentJson): Uint8Array | undefined {
    if (isRefused(measureDocument(document), this.#size.measure(this.#doc))) checkSize(document);
    return listen(this.#doc, () => replaceInYDoc(this.#doc, document));
  }

  /** The same with a stored document; what is large is compared apart, while nothing may be taken in. */
  async replaceStored(userId: string, contentJson: string): Promise<Uint8Array | undefined> {
    if (this.#size.stateBytes + contentJson.length <= maxAtOnce)
      return this.replace(cleanDocument(parseOwnJson(contentJson)));
    const { update, before, after } = await replaceState(userId, Y.encodeStateAsUpdate(this.#doc), contentJson);
    if (isRefused(after, before)) refuseOversized(after);
    return update && listen(this.#doc, () => Y.applyUpdate(this.#doc, update));
  }

  read(): DocumentJson {
    const document = fromYDoc(this.#doc);
    this.#size.measured(measureDocument(document));
    return document;
  }

  /** What a page's content is when it is saved; of a large page it is read apart, while nothing may be taken in. */
  async derive(userId: string): Promise<DerivedContent> {
    const isLarge = this.#size.stateBytes > maxAtOnce;
    const content = isLarge
      ? await readState(userId, Y.encodeStateAsUpdate(this.#doc))
      : deriveContent(fromYDoc(this.#doc));
    this.#size.measured(content.size);
    return content;
  }

  /** Begins again with what these updates say. */
  reset(updates: readonly Uint8Array[]): void {
    this.#doc.destroy();
    this.#doc = openDoc(updates);
    this.#size.reset();
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

import * as Y from "yjs";
import type { RenderOptions } from "../../contract/document/block.ts";
import { cleanDocument } from "../../contract/document/clean.ts";
import type { DocumentJson } from "../../contract/document/json.ts";
import { parseOwnJson } from "../../contract/narrowing.ts";
import { apart } from "../run-apart.ts";
import { checkSize } from "./check-document.ts";
import { type DerivedContent, deriveContent, type Pointed, pointedAt } from "./derive-content.ts";
import { type RenderedDocument, renderDocument } from "./render.ts";
import { fromYDoc, toYUpdate } from "./yjs.ts";

/** What a page is given as its first content. */
export interface FirstContent extends DerivedContent {
  /** The same as the first state of a page. */
  state: Uint8Array;
}

/** What a large page costs is spent in a thread; every function here takes the page as it is stored. */
const here = import.meta.url;

/** A stored document as the first content of another page. Refuses what is too large with a Problem. */
export const copyContent = apart(here, copyStored, (json) => json.length);

export function copyStored(contentJson: string): FirstContent {
  const stored: unknown = JSON.parse(contentJson);
  // What was stored before there were limits is refused before it is read.
  checkSize(stored);
  return firstContent(cleanDocument(stored));
}

export function firstContent(document: DocumentJson): FirstContent {
  return { ...deriveContent(document), state: toYUpdate(document) };
}

/** What a page's state says. */
export const readState = apart(here, readStoredState, (state) => state.length);

export function readStoredState(state: Uint8Array): DerivedContent {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  const derived = deriveContent(fromYDoc(doc));
  doc.destroy();
  return derived;
}

type Stored = Omit<RenderOptions, "fileAddress"> & {
  /** By key: where files lie beside an export; without them the document is for the portal itself. */
  files?: ReadonlyMap<string, string>;
};

/** A stored document as HTML. */
export const renderContent = apart(here, renderStored, (json) => json.length);

export function renderStored(contentJson: string, { files, ...options }: Stored): RenderedDocument {
  const fileAddress = files && ((key: string) => files.get(key));
  return renderDocument(parseOwnJson<DocumentJson>(contentJson), { ...options, ...(fileAddress && { fileAddress }) });
}

/** What a stored document points at. */
export const readPointed = apart(here, pointedAtStored, (json) => json.length);

export function pointedAtStored(contentJson: string): Pointed {
  return pointedAt(parseOwnJson<DocumentJson>(contentJson));
}

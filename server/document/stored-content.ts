import * as Y from "yjs";
import type { RenderOptions } from "../../contract/document/block.ts";
import { cleanDocument } from "../../contract/document/clean.ts";
import type { DocumentJson } from "../../contract/document/json.ts";
import { mentionName } from "../../contract/document/mentions.ts";
import { parseOwnJson } from "../../contract/narrowing.ts";
import { apart } from "../run-apart.ts";
import { checkSize, type DocumentSize, measureDocument } from "./check-document.ts";
import { type DerivedContent, deriveContent, type Pointed, pointedAt } from "./derive-content.ts";
import { type RenderedDocument, renderDocument } from "./render.ts";
import { fromYDoc, replaceInYDoc, toYUpdate } from "./yjs.ts";

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

interface Replacing {
  /** The change that makes a page's state say the document; undefined when it does already. */
  update: Uint8Array | undefined;
  before: DocumentSize;
  after: DocumentSize;
}

/** What makes a page say another stored document. */
export const replaceState = apart(here, replaceStoredState, (state, json) => state.length + json.length);

export function replaceStoredState(state: Uint8Array, contentJson: string): Replacing {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  const before = measureDocument(fromYDoc(doc));
  const document = cleanDocument(parseOwnJson(contentJson));
  const updates: Uint8Array[] = [];
  doc.on("update", (update: Uint8Array) => updates.push(update));
  replaceInYDoc(doc, document);
  doc.destroy();
  return {
    update: updates.length > 0 ? Y.mergeUpdates(updates) : undefined,
    before,
    after: measureDocument(document),
  };
}

/** A stored document with what is mentioned in it named as it is called today, still as JSON. */
export const labelMentions = apart(here, labelStoredMentions, (json) => json.length);

export function labelStoredMentions(contentJson: string, labels: ReadonlyMap<string, string>): string {
  const document = JSON.parse(contentJson, (_, value) =>
    value?.type === "mention" && value.attrs
      ? { ...value, attrs: { ...value.attrs, label: labels.get(mentionName(value.attrs)) ?? "" } }
      : value,
  );
  return JSON.stringify(document);
}

type Stored = Omit<RenderOptions, "fileUrl"> & {
  /** By key: where files lie beside an export; without them the document is for the portal itself. */
  files?: ReadonlyMap<string, string>;
};

/** A stored document as HTML. */
export const renderContent = apart(here, renderStored, (json) => json.length);

export function renderStored(contentJson: string, { files, ...options }: Stored): RenderedDocument {
  const fileUrl = files && ((key: string) => files.get(key));
  return renderDocument(parseOwnJson<DocumentJson>(contentJson), { ...options, ...(fileUrl && { fileUrl }) });
}

/** What a stored document points at. */
export const readPointed = apart(here, pointedAtStored, (json) => json.length);

export function pointedAtStored(contentJson: string): Pointed {
  return pointedAt(parseOwnJson<DocumentJson>(contentJson));
}

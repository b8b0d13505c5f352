import { Node } from "@tiptap/pm/model";
import { updateYFragment, yXmlFragmentToProsemirrorJSON } from "@tiptap/y-tiptap";
import * as Y from "yjs";
import { cleanDocument } from "../../contract/document/clean.ts";
import { documentSchema } from "../../contract/document/extensions.ts";
import { type DocumentJson, documentFragment } from "../../contract/document/json.ts";

/** A document as the first update of a new Y.Doc. Two calls give two histories: make it once and keep it. */
export function toYUpdate(doc: DocumentJson): Uint8Array {
  const ydoc = new Y.Doc();
  replaceInYDoc(ydoc, doc);
  const update = Y.encodeStateAsUpdate(ydoc);
  ydoc.destroy();
  return update;
}

/** What a Y.Doc holds, as a valid document; changes nothing in it, whatever clients wrote into it. */
export function fromYDoc(ydoc: Y.Doc): DocumentJson {
  return cleanDocument(yXmlFragmentToProsemirrorJSON(ydoc.getXmlFragment(documentFragment)));
}

/** Turns what a Y.Doc holds into this document by the smallest change, so that edits made meanwhile elsewhere survive. */
export function replaceInYDoc(ydoc: Y.Doc, doc: DocumentJson, origin?: unknown): void {
  const fragment = ydoc.getXmlFragment(documentFragment);
  const node = Node.fromJSON(documentSchema, doc);
  ydoc.transact(() => updateYFragment(ydoc, fragment, node, { mapping: new Map(), isOMark: new Map() }), origin);
}

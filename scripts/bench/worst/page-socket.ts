import { once } from "node:events";
import * as encoding from "lib0/encoding";
import WebSocket from "ws";
import * as Y from "yjs";
import { documentFragment } from "../../../contract/document/json.ts";
import { collabMessages, collabPath } from "../../../contract/wiki/collab.ts";
import { updateFrame } from "../../../server/features/wiki/collab/frames.ts";
import type { BenchPortal } from "../bench-portal.ts";

/** A socket on a page that says what it is told, as nobody's editor would. */
export async function openPageSocket({ url, cookie }: BenchPortal, pageId: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace("http", "ws")}${collabPath}${pageId}`, {
    headers: { cookie, origin: url },
  });
  socket.on("error", () => undefined);
  await Promise.race([once(socket, "message"), once(socket, "close")]);
  return socket;
}

const paragraph = (text: string) => {
  const made = new Y.XmlElement("paragraph");
  made.insert(0, [new Y.XmlText(text)]);
  return made;
};

/** One change that adds so many paragraphs. */
export function pasteOf(paragraphs: number): Uint8Array {
  const doc = new Y.Doc();
  doc
    .getXmlFragment(documentFragment)
    .push(Array.from({ length: paragraphs }, (_, index) => paragraph(`Zeile ${index}`)));
  return updateFrame(Y.encodeStateAsUpdate(doc));
}

/** That many changes of one paragraph each, in their order. */
export function typingOf(changes: number): Uint8Array[] {
  const doc = new Y.Doc();
  const frames: Uint8Array[] = [];
  doc.on("update", (update: Uint8Array) => frames.push(updateFrame(update)));
  for (let change = 0; change < changes; change += 1)
    doc.getXmlFragment(documentFragment).push([paragraph(`Zeile ${change}`)]);
  return frames;
}

export function awarenessOf(clients: number): Uint8Array {
  const states = encoding.encode((encoder) => {
    encoding.writeVarUint(encoder, clients);
    for (let client = 1; client <= clients; client += 1) {
      encoding.writeVarUint(encoder, client);
      encoding.writeVarUint(encoder, 1);
      encoding.writeVarString(encoder, JSON.stringify({ user: { name: "x".repeat(100) }, cursor: null }));
    }
  });
  return encoding.encode((encoder) => {
    encoding.writeVarUint(encoder, collabMessages.awareness);
    encoding.writeVarUint8Array(encoder, states);
  });
}

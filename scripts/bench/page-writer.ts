import * as decoding from "lib0/decoding";
import WebSocket from "ws";
import * as Y from "yjs";
import { documentFragment } from "../../contract/document/json.ts";
import { collabMessages, collabPath, syncMessages } from "../../contract/wiki/collab.ts";
import { updateFrame } from "../../server/features/wiki/collab/frames.ts";
import type { BenchPortal } from "./bench-portal.ts";

export interface PageWriter {
  /** Adds paragraphs of together so many bytes; resolves when the server says that they are stored. */
  write(bytes: number): Promise<void>;
  close(): void;
}

/** Opens a page as the editor does, without an editor. */
export async function openPageWriter(portal: BenchPortal, pageId: string): Promise<PageWriter> {
  const url = `${portal.url.replace("http", "ws")}${collabPath}${pageId}`;
  const socket = new WebSocket(url, { headers: { cookie: portal.cookie, origin: portal.url } });
  socket.binaryType = "nodebuffer";
  const doc = new Y.Doc();
  let onSaved = () => {};
  const ready = Promise.withResolvers<void>();
  socket.once("error", ready.reject);
  socket.on("message", (frame: Buffer) => {
    const decoder = decoding.createDecoder(frame);
    const kind = decoding.readVarUint(decoder);
    if (kind === collabMessages.saved) onSaved();
    if (kind === collabMessages.sync && decoding.readVarUint(decoder) === syncMessages.ask) ready.resolve();
  });
  await ready.promise;
  return {
    write(bytes) {
      const saved = new Promise<void>((resolve) => {
        onSaved = resolve;
      });
      doc.once("update", (update: Uint8Array) => socket.send(updateFrame(update)));
      const text = "Wörter, die auf einer langen Seite stehen. ".repeat(24);
      const paragraphs = Array.from({ length: Math.ceil(bytes / text.length) }, () => {
        const paragraph = new Y.XmlElement("paragraph");
        paragraph.insert(0, [new Y.XmlText(text.slice(0, Math.min(bytes, text.length)))]);
        return paragraph;
      });
      doc.transact(() => {
        const fragment = doc.getXmlFragment(documentFragment);
        fragment.insert(fragment.length, paragraphs);
      });
      return saved;
    },
    close: () => socket.terminate(),
  };
}

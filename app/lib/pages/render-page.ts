import { Writable } from "node:stream";
import type { EntryContext } from "@remix-run/node";
import type { ReactElement } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";

/** What stands where something was still being fetched when React wrote that part of a page. */
const leftOut = "<!--$!-->";
const waitsMs = 5000;

const encoder = new TextEncoder();
const doctype = encoder.encode("<!DOCTYPE html>");
/** Each page is written into it, from the start, and copied out; larger ones get a place of their own. */
const scratch = new Uint8Array(1024 * 1024);

/**
 * A page to its end, in UTF-8. React writes it at once into one text, which takes a tenth less than its streams; only
 * where a part is fetched while it is rendered, such as the words of the error page, it is rendered once more and waited
 * for, for five seconds at most. Rejects with what a component throws; `report` is told what fails in a part that is
 * waited for.
 */
export async function renderPage(page: ReactElement, report: (error: unknown) => void): Promise<Buffer<ArrayBuffer>> {
  const written = encode(renderToString(page));
  return written.includes(leftOut) ? renderToEnd(page, report) : written;
}

/** The text's pieces are put together only once, with the line in front that React's streams write themselves. */
function encode(text: string): Buffer<ArrayBuffer> {
  const start = text.startsWith("<html") ? doctype : new Uint8Array();
  scratch.set(start);
  const { read, written } = encoder.encodeInto(text, scratch.subarray(start.length));
  if (read < text.length) return Buffer.concat([start, Buffer.from(text)]);
  return Buffer.from(scratch.subarray(0, start.length + written));
}

function renderToEnd(page: ReactElement, report: (error: unknown) => void): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      onAllReady() {
        clearTimeout(timer);
        pipe(pageSink(resolve));
      },
      onShellError: reject,
      // Throwing here would end the process: React calls it outside of any request.
      onError: report,
    });
    const timer = setTimeout(abort, waitsMs).unref();
  });
}

/**
 * Where React writes a page to. React 18 writes into buffers of 2 KB and leaves zero bytes where a character of several
 * bytes does not fit into the rest of one; browsers show them as „�“. No page holds a zero byte of its own.
 */
function pageSink(done: (page: Buffer<ArrayBuffer>) => void): Writable {
  const written: Uint8Array[] = [];
  return new Writable({
    write(chunk: Buffer, _encoding, next) {
      written.push(chunk.filter((byte) => byte));
      next();
    },
    final(next) {
      done(Buffer.concat(written));
      next();
    },
  });
}

/**
 * Puts what the loaders have read into a page before it is rendered. Remix would have React wait for it behind the page,
 * as for answers that loaders promise; none of ours does.
 */
export async function bringAlong(entry: EntryContext): Promise<void> {
  const { serverHandoffStream: stream, renderMeta } = entry;
  if (!stream || !renderMeta) return;
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let value = "";
  for (let read = await reader.read(); !read.done; read = await reader.read())
    value += decoder.decode(read.value, { stream: true });
  // Remix takes a reader of its own with each rendering, though there is nothing left to read.
  Object.defineProperty(entry, "serverHandoffStream", { get: () => new ReadableStream() });
  renderMeta.streamCache = { 0: Object.assign(Promise.resolve(), { result: { done: true, value } }) };
}

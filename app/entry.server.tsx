import { Transform } from "node:stream";
import { createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import type { LoadContext } from "../server/http/load-context.ts";
import { NonceContext } from "./lib/nonce.ts";

const abortAfterMs = 5000;

/** Remix calls it for what a loader or action throws that is no response. */
export function handleError(error: unknown, { context }: { context: LoadContext }): void {
  context.report(error);
}

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: LoadContext,
): Promise<Response> {
  const waitForAll = isbot(request.headers.get("user-agent") ?? "");
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={context.nonce}>
        <RemixServer context={entry} url={request.url} nonce={context.nonce} abortDelay={abortAfterMs} />
      </NonceContext.Provider>,
      {
        nonce: context.nonce,
        [waitForAll ? "onAllReady" : "onShellReady"]() {
          const compression = context.compression();
          headers.set("Content-Type", "text/html; charset=utf-8");
          headers.set("Cache-Control", "no-store");
          headers.set("Vary", "Accept-Encoding");
          if (compression) headers.set("Content-Encoding", compression.encoding);
          const cleaned = withoutZeroBytes(compression?.stream);
          const body = compression ? cleaned.pipe(compression.stream) : cleaned;
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
          pipe(cleaned);
        },
        onShellError: reject,
        // Throwing here would end the process: React calls it outside of any request, also when a reader goes away.
        onError: (error) => context.report(error),
      },
    );
    setTimeout(abort, abortAfterMs + 1000).unref();
  });
}

/**
 * React 18 writes into buffers of 2 KB and leaves zero bytes where a character of several bytes does not fit into the
 * rest of one; browsers show them as „�“. No page holds a zero byte of its own. Whenever React has written what is
 * ready it asks to flush, and once that has come through, what compresses it sends it on.
 */
function withoutZeroBytes(next: (Transform & { flush(): void }) | undefined): Transform {
  const cleaned = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, chunk.includes(0) ? chunk.filter((byte) => byte) : chunk),
  });
  return Object.assign(cleaned, {
    flush: () => setImmediate(() => next?.destroyed === false && next.flush()),
  });
}

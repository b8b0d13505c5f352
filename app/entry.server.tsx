import { createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import type { LoadContext } from "../server/http/load-context.ts";
import { NonceContext } from "./lib/nonce.ts";
import { pageStream } from "./lib/pages/page-stream.ts";

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
        onShellReady: () => waitForAll || send(),
        onAllReady() {
          // Until it fires, the timer would hold what the page was made of: of a hundred pages a second, six hundred.
          clearTimeout(timer);
          if (waitForAll) send();
        },
        onShellError: reject,
        // Throwing here would end the process: React calls it outside of any request, also when a reader goes away.
        onError: (error) => context.report(error),
      },
    );
    const timer = setTimeout(abort, abortAfterMs + 1000).unref();

    function send() {
      const compression = context.compression();
      headers.set("Content-Type", "text/html; charset=utf-8");
      headers.set("Cache-Control", "no-store");
      headers.set("Vary", "Accept-Encoding");
      if (compression) headers.set("Content-Encoding", compression.encoding);
      const page = pageStream(compression?.stream);
      const body = compression ? page.pipe(compression.stream) : page;
      resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
      pipe(page);
    }
  });
}

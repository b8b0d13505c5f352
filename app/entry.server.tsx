import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import type { LoadContext } from "../server/http/load-context.ts";
import { NonceContext } from "./lib/nonce.ts";

const abortAfterMs = 5000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: LoadContext,
): Promise<Response> {
  const waitForAll = isbot(request.headers.get("user-agent") ?? "");
  return new Promise((resolve, reject) => {
    let hasShell = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={context.nonce}>
        <RemixServer context={entry} url={request.url} nonce={context.nonce} abortDelay={abortAfterMs} />
      </NonceContext.Provider>,
      {
        nonce: context.nonce,
        [waitForAll ? "onAllReady" : "onShellReady"]() {
          hasShell = true;
          const body = new PassThrough();
          headers.set("Content-Type", "text/html; charset=utf-8");
          headers.set("Cache-Control", "no-store");
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          if (hasShell) throw error;
        },
      },
    );
    setTimeout(abort, abortAfterMs + 1000).unref();
  });
}

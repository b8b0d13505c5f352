import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import type { LoadContext } from "../server/http/load-context.ts";
import { NonceContext } from "./lib/nonce.ts";
import { bringAlong, renderPage } from "./lib/pages/render-page.ts";

/** Remix calls it for what a loader or action throws that is no response. */
export function handleError(error: unknown, { context }: { context: LoadContext }): void {
  context.report(error);
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  { nonce, report, compress }: LoadContext,
): Promise<Response> {
  await bringAlong(entry);
  const page = await renderPage(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={entry} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
    report,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Cache-Control", "no-store");
  headers.set("Vary", "Accept-Encoding");
  const compressed = await compress(page);
  if (compressed) headers.set("Content-Encoding", compressed.encoding);
  return new Response(compressed ? compressed.body : page, { status, headers });
}

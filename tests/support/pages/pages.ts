import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface PageServer {
  url: string;
  /** The paths that were asked for, in their order. */
  asked: string[];
  close(): Promise<void>;
}

type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void);

export const html = (body: string, head = "") =>
  `<!DOCTYPE html><html lang="de"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Seite</title>${head}</head><body>${body}</body></html>`;

/** Serves pages by their paths on an address of loopback. */
export async function servePages(pages: Record<string, Answer>, address = "127.0.0.1"): Promise<PageServer> {
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    asked.push(pathname);
    const answer = pages[pathname] ?? pages["*"];
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === "string")
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(answer);
    else answer(request, response);
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return {
    url: `http://${address}:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

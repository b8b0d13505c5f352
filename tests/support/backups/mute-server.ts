import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A WebDAV server that answers everything but a listing, and notes who asked for one. */
export async function openMuteServer(): Promise<{ webdavUrl: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    if (request.method === "PROPFIND" && request.headers.depth !== "0") return void asked.push(request.url ?? "");
    response.writeHead(request.method === "PROPFIND" ? 207 : request.method === "GET" ? 404 : 201).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { webdavUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dav/`, asked };
}

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/**
 * A WebDAV server on which no backup lies yet. It answers everything but a listing of objects, for which a run asks once it has
 * made its copies, and notes who asked for one and who has given up since.
 */
export async function openMuteServer(): Promise<{ webdavUrl: string; asked: string[]; givenUp: string[] }> {
  const asked: string[] = [];
  const givenUp: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const { method, url = "" } = request;
    const isListing = method === "PROPFIND" && request.headers.depth !== "0";
    if (isListing && !url.includes("/snapshots")) {
      response.once("close", () => givenUp.push(url));
      return void asked.push(url);
    }
    response.writeHead(isListing || method === "GET" ? 404 : method === "PROPFIND" ? 207 : 201).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { webdavUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dav/`, asked, givenUp };
}

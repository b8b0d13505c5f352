import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A WebDAV server that answers everything but a listing, and notes who asked for one and who has given up since. */
export async function openMuteServer(): Promise<{ webdavUrl: string; asked: string[]; givenUp: string[] }> {
  const asked: string[] = [];
  const givenUp: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const { method, url = "" } = request;
    if (method === "PROPFIND" && request.headers.depth !== "0") {
      response.once("close", () => givenUp.push(url));
      return void asked.push(url);
    }
    response.writeHead(method === "PROPFIND" ? 207 : method === "GET" ? 404 : 201).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { webdavUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dav/`, asked, givenUp };
}

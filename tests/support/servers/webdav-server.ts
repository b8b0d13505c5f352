import { createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { type Disturbance, openDisturbance } from "./disturbance.ts";

export interface FileServer {
  folder: string;
  port: number;
  /** Which operations are refused from now on, such as `PUT` or `rename`; what a method has already begun is cut. */
  refuse(operation: string | undefined): void;
  disturb(disturbance: Disturbance | undefined): void;
  close(): Promise<void>;
}

export const credentials = { user: "backup", password: "a password of the storage" };

/** A WebDAV server on a folder, with what backups ask of one (RFC 4918); it need not know ranges. */
export async function openWebdavServer(folder: string, { knowsRanges = true } = {}): Promise<FileServer> {
  let refused: string | undefined;
  const { disturb, next } = openDisturbance();
  const expected = `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString("base64")}`;
  const server = createServer((request, response) => {
    if (request.headers.authorization !== expected) return void response.writeHead(401).end();
    if (request.method === refused) {
      request.resume();
      return void response.writeHead(507).end();
    }
    const trouble = next(request.method ?? "");
    if (trouble === "cut") return void request.socket.destroy();
    if (trouble !== undefined && trouble !== "midway") request.resume();
    if (typeof trouble === "number") return void response.writeHead(trouble).end();
    if (trouble === "silent") return;
    if (trouble === "midway") cutMidway(response);
    if (!knowsRanges) delete request.headers.range;
    answer(folder, request, response).catch((error: NodeJS.ErrnoException) => {
      request.resume();
      if (!response.headersSent) response.writeHead(error.code === "ENOENT" ? 404 : 500);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    folder,
    port: (server.address() as AddressInfo).port,
    refuse: (operation) => {
      refused = operation;
    },
    disturb,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pathOf = (url: string) => path.join(folder, decodeURIComponent(new URL(url, "http://localhost").pathname));
  const file = pathOf(request.url ?? "/");
  switch (request.method) {
    case "MKCOL":
      await mkdir(file).then(
        () => response.writeHead(201).end(),
        (error: NodeJS.ErrnoException) => response.writeHead(error.code === "EEXIST" ? 405 : 409).end(),
      );
      return;
    case "PUT":
      await pipeline(request, createWriteStream(file));
      return void response.writeHead(201).end();
    case "MOVE":
      await rename(file, pathOf(String(request.headers.destination)));
      return void response.writeHead(201).end();
    case "DELETE":
      await stat(file);
      await rm(file);
      return void response.writeHead(204).end();
    case "GET":
      return void respond(response, await readFile(file), /^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1]);
    case "PROPFIND": {
      request.resume();
      const listed = request.headers.depth === "1" ? await readdir(file) : [];
      const url = new URL(request.url ?? "/", "http://localhost").pathname;
      const rows = await Promise.all(
        listed.map(async (name) => describe(`${url}${encodeURIComponent(name)}`, await stat(path.join(file, name)))),
      );
      const own = describe(url, await stat(file));
      return void response
        .writeHead(207, { "content-type": "application/xml" })
        .end(`<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">${[own, ...rows].join("")}</d:multistatus>`);
    }
    default:
      response.writeHead(405).end();
  }
}

function respond(response: ServerResponse, body: Buffer, from: string | undefined): void {
  const rest = body.subarray(Number(from ?? 0));
  const range = from === undefined ? {} : { "content-range": `bytes ${from}-${body.length - 1}/${body.length}` };
  response.writeHead(from === undefined ? 200 : 206, { "content-length": rest.length, ...range }).end(rest);
}

/** Lets an answer send half of its body, and then no more. */
function cutMidway(response: ServerResponse): void {
  const { end } = response;
  response.end = ((body: Buffer) => {
    response.end = end;
    response.write(body.subarray(0, body.length / 2), () => response.socket?.end());
    return response;
  }) as ServerResponse["end"];
}

const describe = (href: string, { size, mtime }: { size: number; mtime: Date }) =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop><d:getcontentlength>${size}</d:getcontentlength><d:getlastmodified>${mtime.toUTCString()}</d:getlastmodified></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;

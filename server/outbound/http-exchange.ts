import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { closedEarly } from "./guarded-connect.ts";

export interface HttpExchange {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** What is longer is cut off, counted before and after decompression alike. */
  maxBytes: number;
  signal: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  isCutOff: boolean;
  /** Until the first byte of the answer. */
  ttfbMs: number;
}

const maxHeaderBytes = 64 * 1024;
const maxHeaders = 500;
/** What can be unpacked, for whoever wants answers as browsers get them. */
export const acceptedEncodings = "gzip, deflate, br";

/** Sends one HTTP request on a connection and reads its answer, no more than it may; the connection is over afterwards. */
export function exchangeHttp(socket: Socket, exchange: HttpExchange): Promise<HttpAnswer> {
  const { url, method, headers, body, signal } = exchange;
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const begun = performance.now();
  const outgoing = http.request({
    createConnection: () => socket,
    host: url.hostname,
    method,
    path: `${url.pathname}${url.search}`,
    maxHeaderSize: maxHeaderBytes,
    signal,
    headers: {
      Host: url.host,
      Connection: "close",
      ...headers,
      ...(body !== undefined && { "Content-Length": Buffer.byteLength(body) }),
    },
  });
  outgoing.maxHeadersCount = maxHeaders;
  let isAnswered = false;
  outgoing.once("response", (incoming) => {
    isAnswered = true;
    const ttfbMs = performance.now() - begun;
    const { statusCode: status = 0, headers: answered } = incoming;
    readBody(incoming, exchange)
      .then((read) => resolve({ status, headers: answered, ttfbMs, ...read }), reject)
      .finally(() => socket.destroy());
  });
  outgoing.once("error", reject);
  // An answer that switches protocols, or none at all, ends without an error.
  outgoing.once("close", () => {
    if (!isAnswered) reject(closedEarly());
  });
  outgoing.end(body);
  return promise.finally(() => socket.destroy());
}

const decompressors: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function readBody(
  incoming: IncomingMessage,
  { method, maxBytes }: HttpExchange,
): Promise<Pick<HttpAnswer, "body" | "isCutOff">> {
  const { promise, resolve, reject } = Promise.withResolvers<Pick<HttpAnswer, "body" | "isCutOff">>();
  const unpack = method === "HEAD" ? undefined : decompressors[incoming.headers["content-encoding"]?.trim() ?? ""]?.();
  const chunks: Buffer[] = [];
  let size = 0;
  let received = 0;
  let isCutOff = false;
  const finish = (isCut: boolean) => {
    resolve({ body: Buffer.concat(chunks).subarray(0, maxBytes), isCutOff: isCut });
    if (!isCut) return;
    incoming.destroy();
    unpack?.destroy();
  };
  const take = (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) finish(true);
  };
  incoming.on("data", (chunk: Buffer) => {
    received += chunk.length;
    if (!unpack) return take(chunk);
    unpack.write(chunk);
    if (received <= maxBytes) return;
    // Packed data that unpacks to nothing must end, too: what was unpacked by now is all that is read.
    isCutOff = true;
    incoming.pause();
    unpack.end();
  });
  incoming.once("end", () => (unpack ? unpack.end() : finish(false)));
  incoming.once("error", reject);
  incoming.once("close", () => {
    if (!incoming.complete) reject(closedEarly());
  });
  unpack?.on("data", take);
  unpack?.once("end", () => finish(isCutOff));
  // What does not unpack is broken in the same way for a browser; what was cut off ends in the middle.
  unpack?.once("error", (error) =>
    isCutOff ? finish(true) : reject(Object.assign(error, { code: "HPE_CONTENT_ENCODING" })),
  );
  return promise;
}

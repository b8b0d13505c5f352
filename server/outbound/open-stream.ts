import http, { type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { connectGuarded, type Guard, startTls } from "./guarded-connect.ts";
import { readUrl } from "./guarded-fetch.ts";
import { asOutboundProblem, OutboundProblem } from "./outbound-problem.ts";
import { userAgent } from "./user-agent.ts";

interface StreamRequest extends Guard {
  url: string;
  headers?: Readonly<Record<string, string>>;
  maxBytes: number;
  signal: AbortSignal;
}

/**
 * Gets what is too large to be held, a piece at a time, by the same rules as every other request. Redirects are not
 * followed, because its headers tell who asks. Throws an OutboundProblem for any answer but 200.
 */
export async function* openStream({
  url: address,
  headers,
  maxBytes,
  ...guard
}: StreamRequest): AsyncGenerator<string> {
  const { signal } = guard;
  const url = readUrl(address);
  try {
    const isSecure = url.protocol === "https:";
    const port = Number(url.port) || (isSecure ? 443 : 80);
    const { socket } = await connectGuarded({ ...guard, host: url.hostname, port });
    const secured = isSecure ? (await startTls(socket, { host: url.hostname, signal })).socket : socket;
    try {
      const answer = await begin(url, secured, { headers, signal });
      if (answer.statusCode !== 200)
        throw new OutboundProblem(`HTTP-Status ${answer.statusCode ?? 0}`, {
          code: "httpStatus",
          status: answer.statusCode,
        });
      const isPacked = answer.headers["content-encoding"] === "gzip";
      const body = isPacked ? pipeline(answer, createGunzip(), () => undefined) : answer;
      const decoder = new TextDecoder();
      let size = 0;
      for await (const chunk of body as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > maxBytes) throw new OutboundProblem("Die Antwort ist zu groß.", { code: "protocol" });
        yield decoder.decode(chunk, { stream: true });
      }
      if (!answer.complete) throw new OutboundProblem("Die Verbindung wurde abgebrochen.", { code: "reset" });
    } finally {
      secured.destroy();
    }
  } catch (error) {
    throw asOutboundProblem(error, signal, "answer");
  }
}

function begin(
  url: URL,
  socket: Socket,
  { headers, signal }: Pick<StreamRequest, "headers" | "signal">,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = http.request({
    createConnection: () => socket,
    host: url.hostname,
    path: `${url.pathname}${url.search}`,
    signal,
    headers: { Host: url.host, Connection: "close", "User-Agent": userAgent(), "Accept-Encoding": "gzip", ...headers },
  });
  outgoing.once("response", resolve);
  outgoing.once("error", reject);
  outgoing.end();
  return promise;
}

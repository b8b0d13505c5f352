import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connectGuarded, type Guard } from "../outbound/guarded-connect.ts";
import { asOutboundProblem, OutboundProblem } from "../outbound/outbound-problem.ts";

export interface GuardedProxy {
  url: string;
  /** Why a host was not reached, if it was not. */
  problemOf(host: string): OutboundProblem | undefined;
  /** Whether the page has been given as much as it may have; nothing more comes through. */
  isSpent(): boolean;
  close(): Promise<void>;
}

interface Limits extends Guard {
  /** Of all answers together. */
  maxBytes: number;
}

/** How long a host may take to be connected to. */
const connectMs = 10_000;
const maxConnections = 128;
/** Hop-by-hop headers are not passed on (RFC 9110, 7.6.1). */
const hopByHop = new Set(["proxy-connection", "connection", "keep-alive", "proxy-authorization", "te", "upgrade"]);

/**
 * The one way of a browser to the internet: a proxy on loopback that resolves each name, refuses the networks that are
 * not allowed, and connects to the very address that it checked. One for each visit, so that its limits are the visit's.
 */
export async function openGuardedProxy({ maxBytes, ...guard }: Limits): Promise<GuardedProxy> {
  const sockets = new Set<Duplex>();
  const problems = new Map<string, OutboundProblem>();
  const closing = new AbortController();
  let received = 0;

  const keep = <Stream extends Duplex>(socket: Stream): Stream => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    return socket;
  };
  const count = (chunk: Buffer) => {
    received += chunk.length;
    if (received > maxBytes) for (const socket of sockets) socket.destroy();
  };
  const connect = async (host: string, port: number): Promise<Socket> => {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(connectMs)]);
    try {
      if (received > maxBytes) throw new OutboundProblem("Die Seite lädt zu viele Daten.", { code: "protocol" });
      const { socket } = await connectGuarded({ ...guard, host, port, signal });
      socket.on("data", count);
      return keep(socket);
    } catch (error) {
      const problem = asOutboundProblem(error, signal);
      if (!closing.signal.aborted) problems.set(bare(host), problem);
      throw problem;
    }
  };

  const server = http.createServer((request, response) => void forward(request, response, connect));
  server.maxConnections = maxConnections;
  server.on("connection", keep);
  server.on("connect", (request, client, head) => void tunnel(request, keep(client), head, connect));
  // Without a tunnel no protocol is switched to.
  server.on("upgrade", (_request, client) => client.destroy());
  server.on("clientError", (_error, client) => client.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    problemOf: (host) => problems.get(bare(host)),
    isSpent: () => received > maxBytes,
    async close() {
      closing.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

type Connect = (host: string, port: number) => Promise<Socket>;
const bare = (host: string) => host.replace(/^\[|\]$/g, "").toLowerCase();

/** Carries a tunnel for TLS and WebSockets. */
async function tunnel(request: IncomingMessage, client: Duplex, head: Buffer, connect: Connect): Promise<void> {
  const url = URL.canParse(`http://${request.url}`) ? new URL(`http://${request.url}`) : undefined;
  if (!url) return void client.end("HTTP/1.1 400 Bad Request\r\n\r\n");
  try {
    const upstream = await connect(url.hostname, Number(/:(\d+)$/.exec(request.url ?? "")?.[1] ?? 443));
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    if (head.length > 0) upstream.write(head);
    upstream.pipe(client).pipe(upstream);
    client.once("close", () => upstream.destroy());
    upstream.once("close", () => client.destroy());
  } catch {
    client.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
  }
}

/** Passes a request without TLS on, over a connection of its own. */
async function forward(request: IncomingMessage, response: ServerResponse, connect: Connect): Promise<void> {
  const url = request.url && URL.canParse(request.url) ? new URL(request.url) : undefined;
  if (url?.protocol !== "http:") return void response.writeHead(400).end();
  try {
    const socket = await connect(url.hostname, Number(url.port) || 80);
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !hopByHop.has(name)));
    const outgoing = http.request({
      createConnection: () => socket,
      host: url.hostname,
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host, connection: "close" },
    });
    outgoing.once("response", (incoming) => {
      const { "keep-alive": _alive, connection: _connection, ...answered } = incoming.headers;
      response.writeHead(incoming.statusCode ?? 502, answered);
      incoming.pipe(response);
      incoming.once("close", () => socket.destroy());
    });
    outgoing.on("error", () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    // An upgrade, or an end without a response, is no answer.
    outgoing.once("close", () => {
      if (!response.headersSent) response.writeHead(502).end();
    });
    response.once("close", () => socket.destroy());
    request.pipe(outgoing);
  } catch {
    response.writeHead(502, { "Content-Length": 0 }).end();
  }
}

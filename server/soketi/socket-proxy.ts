import type { IncomingMessage, Server } from "node:http";
import type { Server as SecureServer } from "node:https";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import { type Attempt, OpenSockets, type SocketOwner } from "./open-sockets.ts";
import { refuseUpgrade } from "./refuse-upgrade.ts";

import { SubscriptionGate } from "./subscription-gate.ts";

/** Whom a socket is admitted for, and which channels they may subscribe to; all of them, where nothing is said. */
export interface Admission extends SocketOwner {
  mayJoin?: (channel: string) => boolean;
}

export interface SocketProxyOptions {
  appKey: string;
  soketiPort: () => number;
  authorize: (request: IncomingMessage) => Promise<Admission | undefined>;
  /** True when the Origin header is the portal's own. */
  allowedOrigin: (request: IncomingMessage) => boolean;
  log: Logger;
  /** Ends upgrades to other paths; leave it out where another listener, such as Vite's, answers them. */
  refuseOthers?: boolean;
}

export interface SocketProxy {
  closeSession(sessionId: string): void;
  closeUser(userId: string): void;
  openCount(): number;
  stop(): void;
}

const prefix = "/app/";
const connectLimitMs = 5000;
const closeLimitMs = 3000;
const probeAfterMs = 30_000;
const loggedNameLength = 80;

/**
 * Lets browsers reach Soketi through the portal's own port: only with a session, from the portal's own pages, and only
 * for as long as the session lasts.
 */
export function proxySockets(server: Server | SecureServer, options: SocketProxyOptions): SocketProxy {
  const sockets = new OpenSockets();

  const onUpgrade = (request: IncomingMessage, client: Duplex, head: Buffer) => {
    if (!request.url?.startsWith(prefix)) {
      if (options.refuseOthers) refuseUpgrade(client, 404);
      return;
    }
    // A peer that goes away while it is being checked must not end the portal.
    client.on("error", () => client.destroy());
    const attempt = sockets.begin();
    admit(request, client as Socket, head, attempt)
      .catch((error: unknown) => {
        options.log.error({ err: error }, "A live connection could not be checked");
        refuseUpgrade(client, 503);
      })
      .finally(() => sockets.settle(attempt));
  };

  async function admit(request: IncomingMessage, client: Socket, head: Buffer, attempt: Attempt): Promise<void> {
    const owner = await options.authorize(request);
    if (client.destroyed) return;
    if (!owner || attempt.hasLost(owner)) return refuseUpgrade(client, 401);
    if (!options.allowedOrigin(request)) return refuseUpgrade(client, 403);
    if (request.url?.split("?")[0] !== prefix + options.appKey) return refuseUpgrade(client, 404);
    join(request, client, head, owner);
  }

  function join(request: IncomingMessage, client: Socket, head: Buffer, { mayJoin, ...owner }: Admission): void {
    const port = options.soketiPort();
    const soketi = connect({ host: "127.0.0.1", port, noDelay: true, keepAlive: true });
    sockets.add(owner, client);
    client.setTimeout(0);
    client.setNoDelay(true);
    client.setKeepAlive(true, probeAfterMs);
    soketi.setTimeout(connectLimitMs, () => soketi.destroy(new Error("Soketi does not accept the connection.")));
    client.once("close", () => soketi.destroy());
    soketi.once("close", () => {
      // What Soketi said last, such as a close code, is still on its way.
      client.destroySoon();
      client.setTimeout(closeLimitMs, () => client.destroy());
    });
    const refuse = () => refuseUpgrade(client, 503);
    soketi.once("error", refuse);
    soketi.once("connect", () => {
      soketi.off("error", refuse);
      soketi.on("error", () => client.destroy());
      soketi.setTimeout(0);
      soketi.write(requestHead(request, port));
      if (head.length > 0) client.unshift(head);
      if (mayJoin) client.pipe(openGate(client, owner, mayJoin)).pipe(soketi);
      else client.pipe(soketi);
      soketi.pipe(client);
    });
  }

  function openGate(client: Socket, { userId }: SocketOwner, mayJoin: (channel: string) => boolean) {
    const refused = (channel: string) =>
      options.log.info({ userId, channel: channel.slice(0, loggedNameLength) }, "A subscription was refused");
    const gate = new SubscriptionGate(mayJoin, refused);
    gate.once("error", () => client.destroy());
    client.once("close", () => gate.destroy());
    return gate;
  }

  server.on("upgrade", onUpgrade);
  return {
    closeSession: (sessionId) => sockets.close("sessionId", sessionId),
    closeUser: (userId) => sockets.close("userId", userId),
    openCount: () => sockets.count(),
    stop: () => {
      server.off("upgrade", onUpgrade);
      sockets.closeAll();
    },
  };
}

/** What Soketi gets to see: the path and the handshake, never cookies or credentials. */
function requestHead(request: IncomingMessage, port: number): string {
  const lines = [`GET ${request.url} HTTP/1.1`, `Host: 127.0.0.1:${port}`, "Connection: Upgrade", "Upgrade: websocket"];
  for (const name of ["key", "version", "protocol", "extensions"]) {
    const value = request.headers[`sec-websocket-${name}`];
    if (value !== undefined) lines.push(`Sec-WebSocket-${name}: ${value}`);
  }
  const address = request.socket.remoteAddress;
  if (address) lines.push(`X-Forwarded-For: ${address}`);
  return `${lines.join("\r\n")}\r\n\r\n`;
}

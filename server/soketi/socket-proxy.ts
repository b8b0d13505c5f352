import type { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import type { Logger } from "pino";
import { pushTimings } from "../../contract/live/push-timings.ts";
import { minuteMs } from "../../contract/time/durations.ts";
import type { SocketOwner } from "../http/sockets/open-sockets.ts";
import { refuseUpgrade } from "../http/sockets/refuse-upgrade.ts";
import type { SocketGateway } from "../http/sockets/socket-gate.ts";
import type { ConnectionRooms, RoomConnection } from "../live/record-rooms.ts";
import { ServerFrames } from "./server-frames.ts";
import { SubscriptionGate } from "./subscription-gate.ts";

/** An event of the portal's own to browsers of this node, as Soketi would write it. */
export interface OwnEvent {
  event: string;
  channel: string;
  /** JSON. */
  data: string;
}

export interface SoketiGateway extends SocketGateway<LiveAdmission> {
  /** Says something on every open socket, without Soketi, to the browsers of this node alone. */
  sayToAll(message: OwnEvent): void;
}

/** Whom a socket is admitted for, and which channels they may subscribe to; all of them, where nothing is said. */
export interface LiveAdmission extends SocketOwner {
  mayJoin?: (channel: string) => boolean;
  /** Told which channels the socket joins and leaves, by what can take it out of one. */
  subscribeRooms?: (connection: Pick<RoomConnection, "expel">) => ConnectionRooms;
}

interface SocketProxyOptions {
  appKey: string;
  soketiPort: () => number;
  log: Logger;
  /** How long Soketi may have nothing to send before the gateway pings it; it ends a socket after 120 s of silence. */
  keepAliveMs?: number;
  /** What is said on a socket at its beginning. */
  greeting?: () => OwnEvent | undefined;
  /** What has a browser open its socket elsewhere. */
  move?: OwnEvent;
}

interface Joining {
  request: IncomingMessage;
  client: Socket;
  head: Buffer;
  admission: LiveAdmission;
  frames: ServerFrames;
}

const prefix = "/app/";
/** Pusher's „over capacity“: the client tries again after a while. */
const tooManyCode = 4100;
const connectLimitMs = 5000;
const closeLimitMs = 3000;
const probeAfterMs = 30_000;
const loggedNameLength = 80;
const defaultKeepAliveMs = minuteMs;

/** Lets browsers reach Soketi through the portal's own port. */
export function soketiGateway(options: SocketProxyOptions): SoketiGateway {
  const open = new Set<ServerFrames>();

  function join({ request, client, head, admission, frames }: Joining): void {
    const port = options.soketiPort();
    const soketi = connect({ host: "127.0.0.1", port, noDelay: true, keepAlive: true });
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
      open.add(frames);
      const greeting = options.greeting?.();
      if (greeting) frames.say(greeting);
      const gate = openGate(client, admission, frames);
      client.pipe(gate).pipe(soketi);
      soketi.pipe(frames).pipe(client);
      keepAlive(soketi, gate, frames);
    });
  }

  /** Pusher-js is silent for three minutes where nothing happens; Soketi would have ended the socket before. */
  function keepAlive(soketi: Socket, gate: SubscriptionGate, frames: ServerFrames): void {
    const timer = setTimeout(() => {
      frames.awaitPong("gateway");
      gate.ping();
    }, options.keepAliveMs ?? defaultKeepAliveMs).unref();
    soketi.on("data", () => timer.refresh());
    soketi.once("close", () => clearTimeout(timer));
  }

  function openGate(
    client: Socket,
    { userId, mayJoin = () => true, subscribeRooms }: LiveAdmission,
    frames: ServerFrames,
  ): SubscriptionGate {
    const rooms = subscribeRooms?.({ expel: (channel) => gate.leave(channel) });
    const gate = new SubscriptionGate(mayJoin, {
      onRefused: (channel) => {
        options.log.info({ userId, channel: channel.slice(0, loggedNameLength) }, "A subscription was refused");
        const data = { type: "AuthError", error: "This channel is not for this person.", status: 403 };
        frames.say({ event: "pusher:subscription_error", channel, data });
      },
      onPing: () => frames.awaitPong("browser"),
      onJoined: (channel) => rooms?.joined(channel),
      onLeft: (channel) => rooms?.left(channel),
    });
    gate.once("error", () => client.destroy());
    frames.once("error", () => client.destroy());
    client.once("close", () => {
      rooms?.gone();
      open.delete(frames);
      gate.destroy();
      frames.destroy();
    });
    return gate;
  }

  return {
    prefix,
    tooManyCode,
    leads: (path) => path === prefix + options.appKey,
    sayToAll: (message) => {
      for (const frames of open) frames.say(message);
    },
    open: (request, client, head, admission) => {
      const frames = new ServerFrames(pushTimings.activityTimeoutMs);
      join({ request, client, head, admission, frames });
      return { end: () => void client.destroy(), move: () => options.move && frames.say(options.move) };
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

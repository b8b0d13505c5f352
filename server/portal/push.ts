import path from "node:path";
import { channelOf, type LivePayload } from "../../contract/live/live-events.ts";
import type { Environment } from "../env.ts";
import type { SocketGate } from "../http/sockets/socket-gate.ts";
import { type LiveNodes, liveNodes } from "../live/live-nodes.ts";
import { pusherPublisher } from "../live/pusher-publisher.ts";
import type { RecordRooms } from "../live/record-rooms.ts";
import { type Log, partLog } from "../log.ts";
import type { Bus } from "../nodes/bus.ts";
import type { SharedRedis } from "../nodes/open-links.ts";
import type { Secrets } from "../secrets.ts";
import { type OwnEvent, type SoketiGateway, soketiGateway } from "../soketi/socket-proxy.ts";
import { type Soketi, startSoketi } from "../soketi/supervisor.ts";

interface Given {
  env: Environment;
  log: Log;
  secrets: Secrets;
}

/** Does something else while Soketi starts, which takes as long. */
export function startPushServer<T>(
  { env, log, secrets, shared }: Given & { shared: SharedRedis | undefined },
  meanwhile: () => Promise<T>,
) {
  const launched = Promise.withResolvers<void>();
  const started = startSoketi({
    configFile: path.resolve(import.meta.dirname, "../../soketi.json"),
    dataDir: env.dataDir,
    port: env.soketiPort,
    app: secrets.soketi,
    shared,
    log: partLog(log, "soketi"),
    onLaunched: launched.resolve,
  });
  return Promise.all([started, launched.promise.then(meanwhile)]);
}

export interface LivePush {
  live: LiveNodes;
  gateway: SoketiGateway;
  /** Resolves when everything handed over so far has been delivered or given up. */
  stop(): Promise<void>;
}

/** Sends live events to Soketi, lets browsers reach it, and closes the sockets of whoever has to go. */
export function openLivePush({
  env,
  log,
  secrets,
  soketi,
  bus,
  rooms,
  sockets,
}: Given & { soketi: Soketi; bus: Bus; rooms: RecordRooms; sockets: () => SocketGate | undefined }): LivePush {
  const publisher = pusherPublisher({
    app: secrets.soketi,
    port: soketi.port,
    log,
    checksPayloads: env.mode !== "production",
    // What other nodes publish is heard by browsers of this one, and is not counted here.
    isAlone: env.redis === undefined,
    disconnect: (target) =>
      "userId" in target ? sockets()?.closeUser(target.userId) : sockets()?.closeSession(target.sessionId),
    // This node's own browsers have lost Soketi as well, and catch up when it is back.
    onLost: () => live.tellGap(),
  });
  const live: LiveNodes = liveNodes({
    bus,
    rooms,
    publisher,
    log,
    onPushGap: (listener) => {
      soketi.onGap(listener);
      // Whoever was at a Soketi that ended is still on the lists of the others.
      if (env.redis) soketi.onState((state) => state === "online" && listener());
    },
    sayToBrowsers: (payload) => gateway.sayToAll(ownEvent("liveGap", payload)),
  });
  const gateway = soketiGateway({
    appKey: secrets.soketi.key,
    soketiPort: () => soketi.port,
    log,
    greeting: () => {
      const payload = live.greeting();
      return payload && ownEvent("liveGap", payload);
    },
    move: ownEvent("liveMove", { live: { isMoving: true } }),
  });
  return {
    live,
    gateway,
    async stop() {
      live.end();
      await publisher.drain();
    },
  };
}

/** To the channel that everybody joins who is signed in. */
const ownEvent = <Name extends "liveGap" | "liveMove">(event: Name, payload: LivePayload<Name>): OwnEvent => ({
  event,
  channel: channelOf(event) ?? "",
  data: JSON.stringify(payload),
});

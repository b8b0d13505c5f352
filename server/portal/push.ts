import path from "node:path";
import type { Environment } from "../env.ts";
import type { SocketGate } from "../http/sockets/socket-gate.ts";
import { pusherPublisher } from "../live/pusher-publisher.ts";
import { type Log, partLog } from "../log.ts";
import type { Secrets } from "../secrets.ts";
import { startSoketi } from "../soketi/supervisor.ts";

interface Given {
  env: Environment;
  log: Log;
  secrets: Secrets;
}

/** Does something else while Soketi starts, which takes as long. */
export function startPushServer<T>({ env, log, secrets }: Given, meanwhile: () => Promise<T>) {
  const launched = Promise.withResolvers<void>();
  const started = startSoketi({
    configFile: path.resolve(import.meta.dirname, "../../soketi.json"),
    dataDir: env.dataDir,
    port: env.soketiPort,
    app: secrets.soketi,
    log: partLog(log, "soketi"),
    onLaunched: launched.resolve,
  });
  return Promise.all([started, launched.promise.then(meanwhile)]);
}

/** Sends live events to Soketi, and closes the sockets of whoever has to go. */
export function openPublisher({
  env,
  log,
  secrets,
  port,
  sockets,
}: Given & { port: number; sockets: () => SocketGate | undefined }) {
  return pusherPublisher({
    app: secrets.soketi,
    port,
    log,
    checksPayloads: env.mode !== "production",
    disconnect: (target) =>
      "userId" in target ? sockets()?.closeUser(target.userId) : sockets()?.closeSession(target.sessionId),
  });
}

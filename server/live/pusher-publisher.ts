import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import Pusher from "pusher";
import { channelOf } from "../../contract/live/live-events.ts";
import { payloadSchema } from "../../contract/live/payload-schema.ts";
import type { Log } from "../log.ts";
import type { Publisher, Signal } from "./publisher.ts";
import { isSocketId } from "./socket-id.ts";
import { userChannel } from "./user-channel.ts";

const timeoutMs = 5000;
const batchSize = 10;
const maxSockets = 4;

export interface PusherPublisher extends Publisher {
  /** Resolves when everything handed over so far has been delivered or given up, and closes the connections. */
  drain(): Promise<void>;
}

/**
 * Publishes through the Soketi on this host, in the order of the signals. Failures are logged without payloads: the first
 * of a row when it happens, the others as a number when events get through again.
 */
export function pusherPublisher(options: {
  app: { id: string; key: string; secret: string };
  port: number;
  log: Log;
  /** Refuses payloads that are not the catalogue's, as is due wherever code is being written. */
  checksPayloads: boolean;
  /** Whether nobody else publishes to the same browsers. */
  isAlone: boolean;
  disconnect: Publisher["disconnect"];
  /** Hears of signals that have reached nobody. */
  onLost?: () => void;
}): PusherPublisher {
  const { app, log } = options;
  const agent = new Agent({ keepAlive: true, maxSockets });
  const pusher = new Pusher({
    appId: app.id,
    key: app.key,
    secret: app.secret,
    host: "127.0.0.1",
    port: String(options.port),
    useTLS: false,
    timeout: timeoutMs,
    agent,
  });
  const underWay = new Set<Promise<void>>();
  const run = randomUUID();
  let published = 0;
  let lost = 0;

  async function deliver(signals: Signal[]): Promise<void> {
    const messages = signals.flatMap((signal) => {
      const problem = options.checksPayloads ? describeProblem(signal) : undefined;
      // Naming the channel behind sendToUser puts events of people and of channels into one request.
      const channel = signal.toUserId ? userChannel(signal.toUserId) : channelOf(signal.event);
      if (!channel || problem) {
        log.error({ event: signal.event, problem: problem ?? "no recipient" }, "live event not sent");
        return [];
      }
      const socketId = isSocketId(signal.exceptSocketId) ? { socket_id: signal.exceptSocketId } : {};
      return [{ channel, name: signal.event, data: signal.payload, ...socketId }];
    });
    for (let start = 0; start < messages.length; start += batchSize) {
      const batch = messages.slice(start, start + batchSize);
      try {
        const response = await pusher.triggerBatch(batch);
        // A connection goes back to the agent only when its answer has been read.
        await response.text();
        if (lost > 0) log.info({ lost }, "live events delivered again");
        lost = 0;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (lost === 0) log.warn({ events: batch.map(({ name }) => name), reason }, "live events not delivered");
        lost += batch.length;
        options.onLost?.();
      }
    }
  }

  return {
    publish(signals) {
      published += signals.length;
      const delivery = deliver(signals).finally(() => underWay.delete(delivery));
      underWay.add(delivery);
      return delivery;
    },
    disconnect: options.disconnect,
    ...(options.isAlone && { position: () => `${run}.${published}` }),
    async drain() {
      while (underWay.size > 0) await Promise.all(underWay);
      agent.destroy();
    },
  };
}

function describeProblem({ event, payload }: Signal): string | undefined {
  const parsed = payloadSchema(event).safeParse(payload);
  return parsed.success
    ? undefined
    : parsed.error.issues.map(({ path, code }) => `${path.join(".")} ${code}`).join(", ");
}

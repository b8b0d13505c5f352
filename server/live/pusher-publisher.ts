import Pusher from "pusher";
import { channelOf } from "../../contract/live-events.ts";
import type { Log } from "../log.ts";
import type { Publisher, Signal } from "./publisher.ts";

const timeoutMs = 5000;

/** Publishes through the Soketi on this host; failures are logged and swallowed. */
export function pusherPublisher(options: {
  app: { id: string; key: string; secret: string };
  port: () => number;
  log: Log;
  disconnect: Publisher["disconnect"];
}): Publisher {
  const { app, log } = options;
  const client = () =>
    new Pusher({
      appId: app.id,
      key: app.key,
      secret: app.secret,
      host: "127.0.0.1",
      port: String(options.port()),
      useTLS: false,
      timeout: timeoutMs,
    });

  async function send({ event, payload, toUserId, exceptSocketId }: Signal): Promise<void> {
    const channel = channelOf(event);
    try {
      if (channel) await client().trigger(channel, event, payload, exceptSocketId ? { socket_id: exceptSocketId } : {});
      else if (toUserId) await client().sendToUser(toUserId, event, payload);
    } catch (error) {
      log.warn({ event, reason: error instanceof Error ? error.message : String(error) }, "live event not delivered");
    }
  }

  return {
    publish: async (signals) => void (await Promise.all(signals.map(send))),
    disconnect: options.disconnect,
  };
}

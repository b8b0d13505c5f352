import { setTimeout as pause } from "node:timers/promises";
import { Redis } from "ioredis";

const connectLimitMs = 3000;
const maxRetryMs = 1000;
const endLimitMs = 500;

/** The two connections of a node to Redis: one that only listens, as Redis demands, and one for everything else. */
export interface RedisClients {
  publisher: Redis;
  subscriber: Redis;
  connect(): void;
  /** Closes both and opens them anew. */
  renew(): void;
  /** Resolves after as long as an end waits for an answer. */
  patience(): Promise<unknown>;
  end(): void;
}

/** Makes both without connecting. What cannot be said at once is refused instead of kept, so nobody ever waits for Redis. */
export function redisClients(url: string): RedisClients {
  const open = () =>
    new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      // Commands of a connection that is gone are over: said twice, they would be heard twice.
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      autoResubscribe: false,
      // Asking whether the server is ready may never be answered; that a beat comes back proves more.
      enableReadyCheck: false,
      disableClientInfo: true,
      connectTimeout: connectLimitMs,
      retryStrategy: (times) => Math.min(times * 50, maxRetryMs),
    });
  const publisher = open();
  const subscriber = open();
  const both = [publisher, subscriber];
  return {
    publisher,
    subscriber,
    connect() {
      for (const client of both) void client.connect().catch(() => undefined);
    },
    renew() {
      for (const client of both) client.disconnect(true);
    },
    patience: () => pause(endLimitMs, undefined, { ref: false }),
    end() {
      for (const client of both) client.disconnect();
    },
  };
}

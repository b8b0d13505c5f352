import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../db/connection.ts";
import type { Environment } from "../env.ts";
import type { Log } from "../log.ts";
import { localLimits, type RateLimits } from "../rate-limit.ts";
import type { Bus } from "./bus.ts";
import { localBus } from "./local-bus.ts";

/** What the nodes of one portal have in common in Redis. */
export interface SharedRedis {
  url: string;
  /** Before the names of everything there. */
  prefix: string;
}

/** Where this portal's nodes meet; undefined where it is alone. Two portals that share a Redis have prefixes of their own. */
export async function findShared(
  { redis }: Pick<Environment, "redis">,
  { db, signingKey }: { db: Db; signingKey: string },
): Promise<SharedRedis | undefined> {
  if (!redis) return undefined;
  // A copy of a portal has its secrets and its data; its database is another one all the same.
  const { rows } = await sql<{ place: string }>`
    select (select system_identifier from pg_control_system())::text || ' ' || oid::text as place
    from pg_database where datname = current_database()`.execute(db);
  const fingerprint = createHmac("sha256", signingKey).update(`redis ${rows[0]?.place}`).digest("hex");
  return { url: redis.url, prefix: `techcenter:${fingerprint.slice(0, 16)}` };
}

/** What a node has in common with the others. */
export interface NodeLinks {
  bus: Bus;
  limits: RateLimits;
}

/** Joins the other nodes; what speaks to Redis is loaded only where there is one. */
export async function openLinks(shared: SharedRedis | undefined, log: Log): Promise<NodeLinks> {
  if (!shared) return { bus: localBus(), limits: localLimits() };
  const [{ redisBus }, { redisClients }, { redisLimits }] = await Promise.all([
    import("./redis-bus.ts"),
    import("./redis-clients.ts"),
    import("./redis-limits.ts"),
  ]);
  const clients = redisClients(shared.url);
  const { prefix } = shared;
  const bus = redisBus({ clients, prefix, log });
  return { bus, limits: redisLimits({ redis: clients.publisher, bus, prefix }) };
}

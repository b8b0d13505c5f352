import type { Services } from "../../trpc/context.ts";

const unheard = new WeakSet<object>();

/**
 * Notes that requests come through a proxy whose word about their senders is not believed: to the portal they all come
 * from one address. Warns once.
 */
export function noteUnheardProxy({ db, log }: Pick<Services, "db" | "log">): void {
  if (unheard.has(db)) return;
  unheard.add(db);
  log.warn("X-Forwarded-For arrives from a proxy, but TRUST_PROXY is 0: all clients count as one address");
}

export const hasUnheardProxy = ({ db }: Pick<Services, "db">): boolean => unheard.has(db);

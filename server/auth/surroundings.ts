import type { Db } from "../db/connection.ts";
import type { TransactContext } from "../db/transact.ts";
import type { Publisher } from "../live/publisher.ts";
import type { Log } from "../log.ts";
import type { Vault } from "../vault.ts";

/** What accounts and sessions need of the process. */
export interface AuthSurroundings {
  db: Db;
  live: Publisher;
  log: Log;
  /** Keys the CSRF tokens and the hashes of addresses. */
  signingKey: string;
  vault: Vault;
  now(): Date;
}

/** The browser that asks, and the session it brings along. */
export interface Browser {
  ip: string | undefined;
  userAgent: string | undefined;
  sessionToken: string | undefined;
  /** In which accounts it has been before; see devices.ts. */
  deviceToken: string | undefined;
}

/** Lets a command run for somebody who has no session yet. */
export function actingAs(surroundings: AuthSurroundings, actorId: string | undefined): TransactContext {
  const { db, now, live } = surroundings;
  return { db, now, actorId, publish: (signals) => void live.publish(signals) };
}

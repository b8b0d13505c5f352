import { setTimeout as pause } from "node:timers/promises";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool, PoolClient } from "pg";
import { StartProblem } from "../../start-problem.ts";
import type { PoolUse } from "./pool-use.ts";

/** Of the network, and of a server that starts, ends, or takes no more connections. */
const lostCodes = new Set<unknown>([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOENT", "EHOSTUNREACH", "ENETUNREACH", "EAI_AGAIN"],
  ...["57P01", "57P02", "57P03", "57P05", "25P03", "53300"],
]);
/** What the driver says without a code. */
const lostMessages = /^(Connection terminated|timeout exceeded when trying|Query read timeout|Client (has|was))/;

/** Whether a server of Postgres has gone away, or its connection. */
export const isLost = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? error.code : undefined;
  if (code === undefined) return lostMessages.test(error.message);
  return lostCodes.has(code) || (typeof code === "string" && /^08...$/.test(code));
};

/** The server of the database does not answer; asked again later, it may. */
export class DatabaseAway extends Error {
  override name = "DatabaseAway";
  /** After a commit that nobody has confirmed it is unsure what was kept; otherwise nothing was. */
  readonly code: "DATABASE_AWAY" | "DATABASE_UNSURE";

  constructor(cause: Error, isUnsure: boolean) {
    super(cause.message, { cause });
    this.code = isUnsure ? "DATABASE_UNSURE" : "DATABASE_AWAY";
  }
}

const told = (error: unknown, isUnsure = false): unknown =>
  isLost(error) ? new DatabaseAway(error as Error, isUnsure) : error;

export interface Patience {
  /** For how long a server that does not answer yet is asked again. */
  patienceMs?: number | undefined;
  /** Told once, when it is waited for. */
  onWait?: ((reason: string) => void) | undefined;
}

const againMs = 500;

/** Asks a server that may still be starting; a StartProblem where it does not answer or refuses. */
export async function insist<Answer>(
  ask: () => Promise<Answer>,
  { patienceMs = 0, onWait }: Patience,
): Promise<Answer> {
  const until = performance.now() + patienceMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (cause) {
      const reason =
        cause instanceof Error ? cause.message || String((cause as { code?: unknown }).code) : String(cause);
      if (!(cause instanceof DatabaseAway || isLost(cause)) || performance.now() >= until)
        throw new StartProblem(`Die Datenbank unter DATABASE_URL ist nicht zu erreichen: ${reason}.`, { cause });
      if (tries === 1) onWait?.(reason);
      await pause(againMs);
    }
  }
}

/**
 * A pool whose errors tell a server that is away from one that refuses. A connection of which an answer was lost is never
 * used again: the server may still be at the former question.
 */
export function watched(pool: Pool): PostgresPool & { use(): PoolUse } {
  // Also while nobody waits for an answer, as between two statements; the next one fails and says so.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return {
    options: pool.options,
    end: () => pool.end(),
    use: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: pool.options.max,
    }),
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw told(error);
      });
      return watchedClient(client);
    },
  };
}

/** Postgres takes no NUL in a text; it becomes the sign that half a surrogate becomes on its way to either engine. */
const writable = (value: unknown) =>
  typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value;

function watchedClient(client: PoolClient): PostgresPoolClient {
  let isBroken = false;
  const query = async (text: string, values: readonly unknown[]) => {
    try {
      return await client.query(text, values.map(writable));
    } catch (error) {
      isBroken ||= isLost(error);
      throw told(error, text === "commit");
    }
  };
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release: (isDiscarded?: boolean) => client.release(isBroken || isDiscarded),
  };
}

import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { StartProblem } from "../../start-problem.ts";
import { newId } from "../new-id.ts";
import { insist, type Patience } from "./lost-connections.ts";

const key = "4711202602";
/** What the last portal held is free again as soon as the server has noticed its end. */
const formerMs = 3000;
const againMs = 300;
const connectMs = 5000;

export interface LockOptions extends Patience {
  /** Leads to the server itself: a pooler would give the session that holds the lock to others. */
  url: string;
  /** Another portal has taken the lock while this one could not reach the server. */
  onTaken?: ((problem: StartProblem) => void) | undefined;
}

const taken = () =>
  new StartProblem(
    "Auf der Datenbank unter DATABASE_URL läuft schon ein Portal; mehrere auf einer Datenbank gehen noch nicht. Beende es, oder nimm eine andere Datenbank.",
  );

/**
 * Locks a database for this process, until `end` or its death: the server ends the lock with the session. A session that
 * is lost is replaced by itself. Throws a StartProblem where another process has the lock.
 */
export async function lockPostgres({ url, onTaken, ...patience }: LockOptions): Promise<{ end(): Promise<void> }> {
  const { default: pg } = await import("pg");
  const name = `techcenter lock ${newId()}`;
  let session: Client | undefined;
  let isEnded = false;

  /** Opens a session that holds the lock; false where another one does. */
  async function take(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: connectMs,
      query_timeout: connectMs,
      keepAlive: true,
    });
    // Whatever happens to it, it ends, and that is listened to below.
    client.on("error", () => undefined);
    try {
      await client.connect();
      const isOurs = await lock(client, name);
      if (!isOurs || isEnded) await client.end();
      else {
        session = client;
        client.once("end", () => void retake());
      }
      return isOurs;
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  async function retake(): Promise<void> {
    session = undefined;
    while (!isEnded) {
      const isOurs = await take().catch(() => undefined);
      if (isOurs === false) onTaken?.(taken());
      if (isOurs !== undefined) return;
      await pause(againMs);
    }
  }

  let isOurs = await insist(take, patience);
  for (const until = performance.now() + formerMs; !isOurs; isOurs = await insist(take, patience)) {
    if (performance.now() > until) throw taken();
    await pause(againMs);
  }
  return {
    async end() {
      isEnded = true;
      await session?.end().catch(() => undefined);
    },
  };
}

async function lock(client: Client, name: string): Promise<boolean> {
  // A host that is gone without a word leaves its lock for no longer than this.
  await client.query("set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3");
  // A session of its own that the server still believes in would keep out its successor.
  await client.query(
    `select pg_terminate_backend(pid, ${againMs}) from pg_stat_activity
      where application_name = $1 and pid <> pg_backend_pid() and datname = current_database()`,
    [name],
  );
  const { rows } = await client.query<{ ours: boolean }>(`select pg_try_advisory_lock(${key}) as ours`);
  return rows[0]?.ours === true;
}

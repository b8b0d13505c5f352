import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { StartProblem } from "../../start-problem.ts";
import { newId } from "../new-id.ts";
import { insist, type Patience } from "./lost-connections.ts";
import { isPooled } from "./pooled.ts";

const key = "4711202602";
/** What the last portal held is free again as soon as the server has noticed its end. */
const formerMs = 3000;
/** How long a node waits for another one that brings the database to its newest schema. */
const migrationMs = 120_000;
const againMs = 300;
const connectMs = 5000;

export interface LockOptions extends Patience {
  /** Leads to the server itself: a pooler would give the session that holds the lock to others. */
  url: string;
  /** Another portal has taken the lock while this one could not reach the server. */
  onTaken?: ((problem: StartProblem) => void) | undefined;
  /** Whether nodes beside this one are fine; whoever comes first is alone until `share`. */
  sharesWithNodes?: boolean;
}

/** The lock on a database, and the session that holds it. */
export interface DatabaseLock {
  /** Whether nobody else has it. */
  isAlone: boolean;
  /** Lets other nodes in from now on. */
  share(): Promise<void>;
  /** Why this one cannot have the database to itself, naming the nodes that live. */
  refusal(): Promise<StartProblem>;
  /** Asks the session itself, past everybody who waits for a connection; rejects while there is none. */
  ask(query: { sql: string; parameters: readonly unknown[] }): Promise<readonly unknown[]>;
  end(): Promise<void>;
}

type Mode = "exclusive" | "shared";

/**
 * Locks a database for this process, until `end` or its death: the server ends the lock with the session. A session that
 * is lost is replaced by itself. Throws a StartProblem where another process has the lock, and where a pooler would give
 * the session to others.
 */
export async function lockPostgres(options: LockOptions): Promise<DatabaseLock> {
  const { url, onTaken, sharesWithNodes = false, ...patience } = options;
  const { default: pg } = await import("pg");
  const name = `techcenter lock ${newId()}`;
  let session: Client | undefined;
  let mode: Mode | undefined;
  let isEnded = false;

  /** Opens a session that holds the lock in one of these modes; says who else has it where none is to be had. */
  async function take(modes: readonly Mode[]): Promise<StartProblem | undefined> {
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
      const taken = await lock(client, name, modes);
      const problem = taken ? undefined : await takenBy(asking(client));
      if (!taken || isEnded) await client.end();
      else {
        mode = taken;
        session = client;
        client.once("end", () => void retake());
      }
      return problem;
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  async function retake(): Promise<void> {
    session = undefined;
    const former = mode ?? "exclusive";
    // A node that starts has the lock alone for a moment.
    const until = performance.now() + (former === "shared" ? formerMs : 0);
    while (!isEnded) {
      const problem = await take([former]).catch(() => "unreachable" as const);
      if (!problem) return;
      if (problem !== "unreachable" && performance.now() >= until) return onTaken?.(problem);
      await pause(againMs);
    }
  }

  if (await insist(() => isPooled(url), patience))
    throw new StartProblem(
      "Die Datenbank liegt hinter einem Pooler, der jeder Transaktion eine andere Verbindung gibt: DATABASE_DIRECT_URL muss an ihm vorbei führen.",
    );
  const wanted: readonly Mode[] = sharesWithNodes ? ["exclusive", "shared"] : ["exclusive"];
  const until = performance.now() + (sharesWithNodes ? migrationMs : formerMs);
  for (let isTold = false; ; ) {
    const problem = await insist(() => take(wanted), patience);
    if (!problem) break;
    if (performance.now() > until) throw problem;
    if (sharesWithNodes && !isTold) patience.onWait?.(problem.message);
    isTold = true;
    await pause(againMs);
  }
  const ask: Asking = async (query) => {
    if (!session) throw new Error("The session of the lock is lost.");
    return asking(session)(query);
  };
  return {
    isAlone: mode === "exclusive",
    ask,
    refusal: () => takenBy(ask),
    async share() {
      if (mode === "shared") return;
      await ask({ sql: `select pg_advisory_lock_shared(${key}), pg_advisory_unlock(${key})`, parameters: [] });
      mode = "shared";
    },
    async end() {
      isEnded = true;
      await session?.end().catch(() => undefined);
    },
  };
}

const asks: Record<Mode, string> = { exclusive: "pg_try_advisory_lock", shared: "pg_try_advisory_lock_shared" };

/** The first of the modes that is to be had; undefined where none is. */
async function lock(client: Client, name: string, modes: readonly Mode[]): Promise<Mode | undefined> {
  // A host that is gone without a word leaves its lock for no longer than this.
  await client.query("set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3");
  // A session of its own that the server still believes in would keep out its successor.
  await client.query(
    `select pg_terminate_backend(pid, ${againMs}) from pg_stat_activity
      where application_name = $1 and pid <> pg_backend_pid() and datname = current_database()`,
    [name],
  );
  for (const mode of modes) {
    const { rows } = await client.query<{ ours: boolean }>(`select ${asks[mode]}(${key}) as ours`);
    if (rows[0]?.ours) return mode;
  }
  return undefined;
}

type Asking = DatabaseLock["ask"];

const asking =
  (client: Client): Asking =>
  async ({ sql, parameters }) =>
    (await client.query(sql, [...parameters])).rows;

/** Names who has the lock, as far as they have said who they are. */
async function takenBy(ask: Asking): Promise<StartProblem> {
  const tables = await ask({ sql: "select 1 where to_regclass('nodes') is not null", parameters: [] });
  const living = tables.length > 0 ? await ask({ sql: livingNames, parameters: [] }) : [];
  return runsAlready((living as { name: string }[]).map(({ name }) => name));
}

/** By the same clock and the same limit as `isLiving` of server/nodes/nodes.ts. */
const livingNames = `select name from nodes where seen_at >
  to_char((now() - interval '5 seconds') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') order by name`;

/** Why nothing can be done that has to be alone with a database. */
function runsAlready(nodes: readonly string[]): StartProblem {
  const named = nodes.map((node) => `„${node}“`).join(", ");
  if (nodes.length === 1)
    return new StartProblem(`Auf der Datenbank unter DATABASE_URL läuft der Knoten ${named}; beende ihn zuerst.`);
  if (nodes.length > 1)
    return new StartProblem(`Auf der Datenbank unter DATABASE_URL laufen die Knoten ${named}; beende sie zuerst.`);
  return new StartProblem(
    "Auf der Datenbank unter DATABASE_URL läuft schon ein Portal; mehrere nebeneinander gehen nur mit REDIS_URL. Beende es, oder nimm eine andere Datenbank.",
  );
}

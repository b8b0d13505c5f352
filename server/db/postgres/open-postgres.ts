import { CamelCasePlugin, Kysely, type PostgresPool, sql } from "kysely";
import { StartProblem } from "../../start-problem.ts";
import type { Db } from "../connection.ts";
import type { Database } from "../schema.ts";
import { noteStatement } from "../slow-statements.ts";
import { PortalPostgres } from "./dialect.ts";
import { insist, type Patience, watched } from "./lost-connections.ts";
import { connectMs, notePool, type PoolUse } from "./pool-use.ts";
import { parserOf } from "./value-types.ts";

const poolSize = 10;
/** After this the portal waits no longer for an answer; what runs in a transaction the server ends before. */
const answerMs = 60_000;
const idleMs = 30_000;

export interface PostgresOptions extends Patience {
  /** Connections at most. */
  size?: number;
  /** Told when the server closes a connection that nobody uses; the next query opens another one. */
  onLost?: (error: Error) => void;
  /** Whoever opens it only reads: the server refuses everything else. */
  isReading?: boolean;
  /** Whether nodes beside this one write to the same database. */
  sharesWithNodes?: boolean;
  /** An answer is awaited however long it takes, such as that of a migration. */
  takesItsTime?: boolean;
}

/**
 * Opens a Postgres database by its URL. Throws a StartProblem when the database cannot be reached, is too old, or sorts text
 * otherwise than SQLite does.
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Db> {
  const pool = await openPool(url, options);
  const db = overPool(pool, options);
  notePool(db, pool.use);
  try {
    await refuseUnfit(db, options);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** The connections to a database. The driver is loaded here alone: a portal on SQLite never sees it. */
export async function openPool(url: string, options: PostgresOptions = {}): Promise<PostgresPool & { use(): PoolUse }> {
  const { size = poolSize, onLost, takesItsTime = false } = options;
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleMs,
    ...(!takesItsTime && { query_timeout: answerMs }),
    keepAlive: true,
    application_name: "techcenter",
    types: { getTypeParser: (type, format) => parserOf(type) ?? pg.types.getTypeParser(type, format) },
  });
  pool.on("error", (error) => onLost?.(error));
  return watched(pool);
}

/** What the portal speaks to, over connections to a database that fits. */
export const overPool = (pool: PostgresPool, traits: Pick<PostgresOptions, "isReading" | "sharesWithNodes"> = {}): Db =>
  new Kysely<Database>({
    dialect: new PortalPostgres({ pool }, traits),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query, queryDurationMillis }) => noteStatement(query.sql, queryDurationMillis),
  });

const oldest = 150_000;

async function refuseUnfit(db: Db, options: PostgresOptions): Promise<void> {
  const found = await insist(() => readTraits(db), options);
  if (!found || found.version < oldest)
    throw new StartProblem("Die Datenbank unter DATABASE_URL ist zu alt: Das Portal braucht PostgreSQL 15 oder neuer.");
  const isPlain = (locale: string) => locale === "C" || locale === "POSIX";
  // Texts are sorted and folded as SQLite does it; the portal's own keys know the letters of other languages.
  if (found.encoding !== "UTF8" || !isPlain(found.collate) || !isPlain(found.ctype))
    throw new StartProblem(
      "Die Datenbank unter DATABASE_URL muss mit ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0 angelegt sein.",
    );
}

async function readTraits(db: Db) {
  const read = sql<{ version: number; encoding: string; collate: string; ctype: string }>`
    select current_setting('server_version_num')::int as version, pg_encoding_to_char(encoding) as encoding,
      datcollate as collate, datctype as ctype from pg_database where datname = current_database()`;
  return (await read.execute(db)).rows[0];
}

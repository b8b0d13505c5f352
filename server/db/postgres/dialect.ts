import {
  CompiledQuery,
  type DatabaseConnection,
  type DataTypeNode,
  type GeneratedNode,
  type Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  sql,
  type TransactionSettings,
} from "kysely";
import { PostgresCompiler } from "../dialect/compilers.ts";

/** How long the server lets a statement of a transaction run, and wait for a lock. */
const [statementMs, lockMs] = [30_000, 10_000];
/** A transaction of which nobody is heard any more holds its locks no longer than this. */
const silentMs = 60_000;

const limits = `set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs};
  set local idle_in_transaction_session_timeout = ${silentMs}`;

/**
 * PgBouncer may give each transaction another connection, so nothing is set for a session: limits begin and end with
 * their transaction, in the message that opens it. One without an isolation is the migrations' own and may take its time.
 */
class Driver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel } = settings;
    if (!isolationLevel) return super.beginTransaction(connection, settings);
    await connection.executeQuery(CompiledQuery.raw(`begin isolation level ${isolationLevel}; ${limits}`));
  }
}

/** Integers of SQLite have 64 bits, and its real numbers are double ones. */
const columnTypes = new Map<unknown, string>([
  ["integer", "bigint"],
  ["real", "double precision"],
]);

class QueryCompiler extends PostgresCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    const type = columnTypes.get(node.dataType);
    if (type) this.append(type);
    else super.visitDataType(node);
  }

  /** Postgres 15 keeps what is generated; to work it out at each reading is SQLite's alone. */
  protected override visitGenerated(node: GeneratedNode): void {
    super.visitGenerated(node.expression ? { ...node, stored: true } : node);
  }
}

const migrationLock = 4_711_202_601;

/** Migrations run in one transaction, and their lock ends with it. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(db);
  }

  override async releaseMigrationLock(): Promise<void> {}
}

export class PortalPostgres extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver = () => new Driver(this.#config);
  override createQueryCompiler = () => new QueryCompiler();
  override createAdapter = () => new Adapter();
}

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
import { passGate } from "./gate.ts";

/** How long the server lets a statement of a transaction run, and wait for a lock. */
const [statementMs, lockMs] = [30_000, 10_000];
/**
 * A transaction of which nobody is heard any more holds its locks no longer than this; beside other nodes it ends when its
 * node counts as dead, before the others have waited for the locks in vain.
 */
const silentMs = { alone: 60_000, besideOthers: 5000 };

const limitsOf = ({ sharesWithNodes }: Traits) => `set local statement_timeout = ${statementMs};
  set local lock_timeout = ${lockMs};
  set local idle_in_transaction_session_timeout = ${sharesWithNodes ? silentMs.besideOthers : silentMs.alone}`;

interface Traits {
  isReading?: boolean | undefined;
  /** Whether nodes beside this one write to the same database. */
  sharesWithNodes?: boolean | undefined;
}

type Connection = Parameters<PostgresDriver["rollbackTransaction"]>[0];

/**
 * PgBouncer may give each transaction another connection, so nothing is set for a session: limits begin and end with
 * their transaction, in the message that opens it. One without an isolation is the migrations' own and may take its time.
 */
class Driver extends PostgresDriver {
  protected readonly limits: string;

  constructor(config: PostgresDialectConfig, traits: Traits) {
    super(config);
    this.limits = limitsOf(traits);
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel } = settings;
    if (!isolationLevel) return super.beginTransaction(connection, settings);
    await connection.executeQuery(
      CompiledQuery.raw(`begin isolation level ${isolationLevel}; ${this.limits}; ${passGate()}`),
    );
  }

  /** Where it cannot be said any more, the connection ends and takes everything back; why it came to that says more. */
  override async rollbackTransaction(connection: Connection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined);
  }
}

/** Every query in a transaction that may only read, since a setting of the connection would not outlive one. */
class ReadingDriver extends Driver {
  override async acquireConnection(): Promise<Connection> {
    const connection = (await super.acquireConnection()) as Connection;
    try {
      await connection.executeQuery(CompiledQuery.raw(`begin read only; ${this.limits}`));
      return connection;
    } catch (error) {
      await super.releaseConnection(connection);
      throw error;
    }
  }

  override async releaseConnection(connection: Connection): Promise<void> {
    await this.rollbackTransaction(connection);
    await super.releaseConnection(connection);
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
  readonly #traits: Traits;

  constructor(config: PostgresDialectConfig, traits: Traits = {}) {
    super(config);
    this.#config = config;
    this.#traits = traits;
  }

  override createDriver = () => new (this.#traits.isReading ? ReadingDriver : Driver)(this.#config, this.#traits);
  override createQueryCompiler = () => new QueryCompiler();
  override createAdapter = () => new Adapter();
}

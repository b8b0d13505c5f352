import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "../db/connection.ts";
import { skipLocked } from "../db/dialect/locks.ts";
import { isPostgres } from "../db/postgres/is-postgres.ts";
import { snakeCase } from "../db/snake-case.ts";
import type { Services } from "../trpc/context.ts";
import { registerClaimant } from "./claims.ts";
import { type BackOff, backOffMs } from "./waits.ts";

/** Tables whose rows say in `claimed_by` and `claimed_until` which node works on them, and until when. */
export type LeasedTable = "discoveryAddresses" | "lookups" | "previews" | "registrarConnections";

/** A row that is a node's to work on: its key, whose it is, and the end of the lease, by which it is known again. */
export type Lease<Key extends string> = Record<Key, string> & { claimedBy: string; claimedUntil: string };

interface LeaseOptions<Key extends string> {
  table: LeasedTable;
  key: readonly Key[];
  /** Longer than the work on one row takes. Where nobody sees its node die, somebody else takes over after this time. */
  leaseMs: number;
  /** How failed attempts wait, of work that comes back: its table says when it is due, was tried, and failed how often. */
  backOff?: BackOff;
}

/** Which row is claimed, in a statement in which the table is called `t`. */
interface Due {
  /** Other tables that decide about it. */
  join?: RawBuilder<unknown>;
  where: RawBuilder<SqlBool>;
  orderBy: RawBuilder<unknown>;
  /** What is read of the row; its key comes with it. */
  returning: RawBuilder<unknown>;
}

/**
 * Leases of the rows of one table. A row is claimed by a single statement, so of two nodes one gets it; what its
 * holder then writes is written only while the lease is still theirs. The rows of dead nodes are freed.
 */
export function openLeases<Key extends string>({ table, key, leaseMs, backOff }: LeaseOptions<Key>) {
  const name = sql.table(snakeCase(table));
  const columns = key.map((column) => sql.ref(snakeCase(column)));
  const list = sql.join(columns);
  const ofRow = sql.join(key.map((column) => sql.ref(`t.${snakeCase(column)}`)));

  registerClaimant(table, {
    async release({ db, nodes }) {
      await sql`update ${name} set claimed_by = null, claimed_until = null
        where claimed_by is not null and ${nodes.isGone(sql.ref("claimed_by"))}`.execute(db);
    },
    async releaseFuture(db, now) {
      // No lease that begins now ends later.
      const last = new Date(now.getTime() + leaseMs).toISOString();
      await sql`update ${name} set claimed_by = null, claimed_until = null where claimed_until > ${last}`.execute(db);
      if (!backOff) return;
      const at = now.toISOString();
      await sql`update ${name} set due_at = ${at}, tried_at = ${at} where tried_at > ${at} and due_at > ${at}`.execute(
        db,
      );
    },
  });

  /** Holds for a row that is still leased as it was claimed. */
  const isHeld = (lease: Lease<Key>): RawBuilder<SqlBool> =>
    sql<SqlBool>`(${list}) = (${sql.join(key.map((column) => lease[column]))})
      and claimed_by = ${lease.claimedBy} and claimed_until = ${lease.claimedUntil}`;

  /** Ends a lease and keeps what came of it; false, and nothing is kept, when the row is somebody else's or gone. */
  async function giveBack(db: Db, lease: Lease<Key>, values: Record<string, unknown> = {}): Promise<boolean> {
    const { numUpdatedRows } = await db
      // All of these tables have the columns of a lease, which Kysely cannot see in a union of names.
      .updateTable(table as "lookups")
      .set({ ...values, claimedBy: null, claimedUntil: null })
      .where(isHeld(lease))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * Whether a row that has just been claimed is due. Postgres looks once more at a row that was changed while it was being
   * claimed, but at other tables as they were when the statement began: what its last holder has kept there is not
   * seen. Whoever asks after the claim sees everything that was committed before it.
   */
  async function isDue(db: Db, lease: Lease<Key>, { join, where }: Required<Pick<Due, "join" | "where">>) {
    const { rows } = await sql`select 1 from ${name} as t ${join}
      where (${ofRow}) = (${sql.join(key.map((column) => lease[column]))}) and ${where}`.execute(db);
    return rows.length > 0;
  }

  return {
    isHeld,
    giveBack,
    /** Claims the first row that is due; undefined where none is, or all are leased, or this node may claim nothing. */
    async claim<Row extends object>(
      { db, nodes, now }: Pick<Services, "db" | "nodes" | "now">,
      { join = sql``, where, orderBy, returning }: Due,
    ): Promise<(Row & Lease<Key>) | undefined> {
      while (nodes.mayClaim()) {
        const at = now();
        const until = new Date(at.getTime() + leaseMs).toISOString();
        const { rows } = await sql<Row & Lease<Key>>`
          update ${name} set claimed_by = ${nodes.id}, claimed_until = ${until}
          where (${list}) = (select ${ofRow} from ${name} as t ${join}
            where (t.claimed_until is null or t.claimed_until <= ${at.toISOString()}) and ${where}
            order by ${orderBy} limit 1 ${skipLocked})
          returning ${list}, claimed_by, claimed_until, ${returning}`.execute(db);
        const [row] = rows;
        if (!row || !isPostgres(db) || (await isDue(db, row, { join, where }))) return row;
        await giveBack(db, row);
      }
      return undefined;
    },
    /** Whether a row is still leased as it was claimed. */
    async holds(db: Db, lease: Lease<Key>): Promise<boolean> {
      const { rows } = await sql`select 1 from ${name} where ${isHeld(lease)}`.execute(db);
      return rows.length > 0;
    },
    /**
     * Ends a lease over an attempt that failed; the next one comes after the back-off, or after `atLeastMs`. What somebody
     * has made due since it was claimed stays due: they may have changed what failed.
     */
    fail(
      db: Db,
      lease: Lease<Key> & { failures: number },
      { at, error, atLeastMs = 0, values = {} }: Failure,
    ): Promise<boolean> {
      const claimedAt = new Date(Date.parse(lease.claimedUntil) - leaseMs).toISOString();
      const waitMs = backOff ? Math.max(atLeastMs, backOffMs(backOff, lease.failures)) : atLeastMs;
      return giveBack(db, lease, {
        ...values,
        failures: lease.failures + 1,
        error,
        triedAt: at.toISOString(),
        dueAt: sql`case when due_at > ${claimedAt} then due_at else ${new Date(at.getTime() + waitMs).toISOString()} end`,
      });
    },
  };
}

interface Failure {
  at: Date;
  /** The sentence that people read. */
  error: string;
  /** How long others want to be left alone. */
  atLeastMs?: number;
  values?: Record<string, unknown>;
}

/** How far `workOff` got: `isOver` when one of the rows ended it. */
export interface WorkedOff {
  count: number;
  isOver: boolean;
}

/**
 * Works on one row after the other, `atOnce` at a time, until none is due any more, somebody asks it to stop, or the work
 * on one says that there is no use in going on.
 */
export async function workOff<Row>({
  atOnce,
  claim,
  work,
  isStopped = () => false,
}: {
  atOnce: number;
  claim: () => Promise<Row | undefined>;
  work: (row: Row) => Promise<"over" | undefined>;
  isStopped?: (() => boolean) | undefined;
}): Promise<WorkedOff> {
  let count = 0;
  let isOver = false;
  const lane = async () => {
    while (!isOver && !isStopped()) {
      const row = await claim();
      if (row === undefined) return;
      count += 1;
      if ((await work(row)) === "over") isOver = true;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { count, isOver };
}

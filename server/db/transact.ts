import { sql, type Transaction } from "kysely";
import type { ChangeKind } from "../../contract/changes/changes.ts";
import type { RecordType } from "../../contract/records/record-types.ts";
import type { Publisher, Signal } from "../live/publisher.ts";
import type { Db } from "./connection.ts";
import { newId } from "./new-id.ts";
import { isLostRace, isWorthAnotherTry } from "./postgres/error-codes.ts";
import { withoutOthers } from "./postgres/gate.ts";
import { isPostgres } from "./postgres/is-postgres.ts";
import { inTurn } from "./postgres/pool-use.ts";
import { prepare, withUnderneath } from "./prepare.ts";
import type { Database } from "./schema.ts";
import { type Worker, wakeWorkers } from "./wake.ts";

export interface Change {
  kind: ChangeKind;
  subject: {
    type:
      | "user"
      | "session"
      | "file"
      | "notification"
      | "live"
      | "import"
      | "savedView"
      | "setting"
      | "backupTarget"
      | "mail"
      | "apiToken"
      | "calendarFeed"
      | "heartbeat"
      | "vantagePoint"
      | "statusPage"
      | "webhook"
      | "channel"
      | "channelRule"
      | "registrarConnection"
      | "chat"
      | "job"
      | "task"
      | "taskTemplate"
      | "deadline"
      | "maintenance"
      | RecordType;
    id: string;
  };
  /** Of the subject after the change, where it has versions. */
  version?: number;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** The subject is gone, and not everybody could read it. */
  wasRestricted?: boolean;
}

/** A transaction with the only means by which a command has effects beyond its own rows. */
export interface Tx {
  db: Transaction<Database>;
  now(): Date;
  /** Who acts; undefined for the portal itself. */
  actorId: string | undefined;
  /** Writes one row of history. */
  record(change: Change): Promise<void>;
  /** Tells those who follow changes of one that history does not keep, because it follows from another. */
  announce(change: RecordedChange): void;
  /** Sends a live event after the commit; nothing is sent when the transaction fails. */
  signal(signal: Signal): void;
  /** Wakes a worker after the commit: it has something to do, with records of these ids where some are named. */
  wake(worker: Worker, ids?: readonly string[]): void;
  /**
   * Runs work right before the commit, once for all that is asked under the same key; what an undone part asked for is
   * not run.
   */
  beforeCommit(key: string, work: () => Promise<unknown>): void;
  /** Runs a part that may fail alone: its error undoes what it wrote and signalled, and is thrown on. */
  attempt<Result>(part: () => Promise<Result>): Promise<Result>;
  /** Everything will be taken back, whatever comes of it; what only readers need may be left out. */
  isRehearsal?: true;
}

/** What a transaction needs of its surroundings; the request context has it all. */
export interface TransactContext {
  db: Db;
  now(): Date;
  actorId: string | undefined;
  publish(signals: Signal[]): void;
  /** Written with every transaction: together with its change or not at all. */
  alongside?: ((tx: Tx) => Promise<void>) | undefined;
  /** Throws where what this context works on has become another node's, and keeps it from that until the commit. */
  fence?: Fence | undefined;
}

export type Fence = (db: Transaction<Database>) => Promise<void>;

/** For what the portal does by itself: in nobody's name, with its signals sent to whom they concern. */
export function systemContext({ db, now, live, fence }: SignallingServices): TransactContext {
  return { db, now, actorId: undefined, publish: (signals) => void live.publish(signals), fence };
}

/** The portal itself where nobody has to hear of it: what is derived from other rows, or written beside a running portal. */
export function silentContext({ db, now, fence }: Pick<TransactContext, "db" | "now" | "fence">): TransactContext {
  return { db, now, actorId: undefined, publish: () => undefined, fence };
}

interface SignallingServices {
  db: Db;
  live: Pick<Publisher, "publish">;
  now(): Date;
  fence?: Fence | undefined;
}

/** What a transaction has recorded about a subject, whatever its values. */
export type RecordedChange = Pick<Change, "kind" | "subject" | "wasRestricted">;

type ChangeListener = (tx: Tx, changes: readonly RecordedChange[]) => Promise<void>;
const changeListeners = new Set<ChangeListener>();

/**
 * Has every transaction that recorded changes call this right before its commit: what it writes is kept or undone with
 * them. For features that follow changes of all kinds; they register once, at the start.
 */
export function onRecordedChanges(listener: ChangeListener): void {
  changeListeners.add(listener);
}

type Addressing = (db: Transaction<Database>, signals: readonly Signal[]) => Promise<Signal[]>;
let address: Addressing = async (_db, signals) => [...signals];

/**
 * Has every transaction's signals addressed by this, right before its commit: who may know of what is decided by the
 * rows as the transaction leaves them. Registered once, at the start.
 */
export function onSignals(addressing: Addressing): void {
  address = addressing;
}

/**
 * The only opener of transactions. Inside, neither the network nor the disk may be awaited (every reader waits)
 * and only `tx.db` may be used: the outer `db` waits for this transaction for ever. On Postgres the work is done once more,
 * and then alone, where another transaction came in between, so what it keeps beside its rows has to bear that.
 */
export async function transact<Result>(context: TransactContext, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const once = () => transactOnce(context, work);
  try {
    return await once();
  } catch (error) {
    if (!isWorthAnotherTry(error, false)) throw error;
  }
  for (let tries = 2; ; tries += 1) {
    try {
      return await withoutOthers(once);
    } catch (error) {
      if (tries === maxTries || !isWorthAnotherTry(error, true)) throw error;
    }
  }
}

/** Alone, a transaction loses only to single statements of others, which are no transactions. */
const maxTries = 8;

async function transactOnce<Result>(context: TransactContext, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  let signals: Signal[] = [];
  const woken = new Map<Worker, Set<string>>();
  const ended: { by?: unknown } = {};
  const result = await openTransaction(context.db, async (db) => {
    await context.fence?.(db);
    const last: LastWork[] = [];
    const changes: RecordedChange[] = [];
    const tx = openTx(db, context, { signals, last, woken, changes, ended });
    const done = await work(tx);
    await runOnce(last);
    if (changes.length > 0) for (const listen of changeListeners) await listen(tx, changes);
    await context.alongside?.(tx);
    if (signals.length > 0) signals = await address(db, signals);
    if ("by" in ended) throw ended.by;
    return done;
  }).catch((error: unknown) => {
    // What came after the end of the transaction says less than what ended it.
    throw ended.by ?? error;
  });
  if (signals.length > 0) context.publish(signals);
  wakeWorkers(context.db, woken.keys(), woken);
  return result;
}

/**
 * SQLite has one writer at a time. Rules that read before they write hold on Postgres as well, because it takes back a
 * transaction that has seen what no order of them would have shown it.
 */
const openTransaction = <Result>(db: Db, work: (db: Transaction<Database>) => Promise<Result>): Promise<Result> =>
  isPostgres(db)
    ? inTurn(db, () => db.transaction().setIsolationLevel("serializable").execute(work))
    : db.transaction().execute((tx) => withUnderneath(db, tx, () => work(tx)));

interface LastWork {
  key: string;
  work(): Promise<unknown>;
}

async function runOnce(last: readonly LastWork[]): Promise<void> {
  const done = new Set<string>();
  for (const { key, work } of last) {
    if (done.has(key)) continue;
    done.add(key);
    await work();
  }
}

interface Effects {
  signals: Signal[];
  last: LastWork[];
  woken: Map<Worker, Set<string>>;
  changes: RecordedChange[];
  /** The error after which nothing of the whole transaction can be kept. */
  ended: { by?: unknown };
}

function openTx(
  db: Transaction<Database>,
  context: TransactContext,
  { signals, last, woken, changes, ended }: Effects,
): Tx {
  const at = () => context.now().toISOString();
  return {
    db,
    now: context.now,
    actorId: context.actorId,
    async record({ kind, subject, version, before, after, wasRestricted = false }) {
      await insertChange(
        db,
        ...([newId(), kind, subject.type, subject.id] as const),
        ...([context.actorId ?? null, version ?? null, toJson(before), toJson(after), at()] as const),
      );
      changes.push({ kind, subject, wasRestricted });
    },
    announce: (change) => void changes.push(change),
    signal: (signal) => void signals.push(signal),
    wake: (worker, ids = []) => void woken.set(worker, new Set([...(woken.get(worker) ?? []), ...ids])),
    beforeCommit: (key, work) => void last.push({ key, work }),
    async attempt(part) {
      const [sent, asked, recorded] = [signals.length, last.length, changes.length];
      await sql`savepoint attempt`.execute(db);
      try {
        return await part();
      } catch (error) {
        if (isLostRace(error)) ended.by ??= error;
        await sql`rollback to attempt`.execute(db).catch(() => {
          ended.by ??= error;
          throw error;
        });
        signals.length = sent;
        last.length = asked;
        changes.length = recorded;
        throw error;
      } finally {
        if (!("by" in ended)) await sql`release attempt`.execute(db);
      }
    },
  };
}

const toJson = (fields?: Record<string, unknown>) => (fields ? JSON.stringify(fields) : null);

const insertChange = prepare(
  (
    db: Db,
    id: string,
    kind: ChangeKind,
    subjectType: string,
    subjectId: string,
    actorId: string | null,
    version: number | null,
    beforeJson: string | null,
    afterJson: string | null,
    at: string,
  ) =>
    db.insertInto("changes").values({ id, kind, subjectType, subjectId, actorId, version, beforeJson, afterJson, at }),
);

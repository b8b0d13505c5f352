import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";

/** The file of what checks have found out; the checker alone writes it. */
export type StoreFile = Sqlite.Database;

/** Where it lies in a data folder. */
export function storeFile(dataDir: string): string {
  return path.join(dataDir, "checks.sqlite");
}

const schema = `
  create table if not exists meta (name text primary key, value text not null) without rowid;
  create table if not exists checks (
    no integer primary key, check_id text not null unique, kind text not null, target_type text not null,
    target_id text not null, address text not null, interval_s integer not null, timeout_ms integer not null,
    priority integer not null, config text not null, secret text, quiet_from_s integer, quiet_until_s integer,
    removed_at_s integer
  );
  create index if not exists checks_target on checks (target_type, target_id);
  create index if not exists checks_quiet on checks (quiet_until_s) where quiet_until_s is not null;
  create table if not exists schedule (
    no integer primary key, is_active integer not null, is_hanging integer not null default 0,
    priority integer not null, due_at integer not null, asked_at integer, claim integer, claimed_until integer,
    state text, seen_at integer, outcome text, total_ms integer, http_status integer, code text, text text,
    facts text, certificate_ends_at integer, uptime integer, rolled_until_s integer not null,
    carry_at_s integer, carry_outcome text, carry_hold_s integer
  );
  create index if not exists schedule_due on schedule (is_hanging, due_at) where is_active = 1;
  create index if not exists schedule_seen on schedule (seen_at);
  create index if not exists schedule_asked on schedule (asked_at) where asked_at is not null;
  create index if not exists schedule_rolled on schedule (rolled_until_s);
  create table if not exists results (
    no integer not null, at_s integer not null, outcome integer not null, hold_s integer not null, http_status integer,
    dns integer, connect integer, tls integer, ttfb integer, total integer, primary key (no, at_s)
  ) without rowid;
  create table if not exists blocks (id integer primary key, until_s integer not null, data blob not null);
  create table if not exists hours (id integer primary key, data blob not null);
  create table if not exists days (id integer primary key, data blob not null);
  create table if not exists certificates (
    no integer not null, fingerprint text not null, seen_from integer not null, seen_until integer not null,
    facts text not null, primary key (no, fingerprint)
  ) without rowid;
  create table if not exists events (
    id integer primary key autoincrement, at integer not null, check_id text, target_type text, target_id text,
    kind text not null, data text not null
  );
  create index if not exists events_check on events (check_id, id);
  create table if not exists point_states (
    no integer not null, point text not null, state text not null, outcome text not null, seen_at integer not null,
    total_ms integer, http_status integer, code text, text text, primary key (no, point)
  ) without rowid;
  create table if not exists point_slots (
    no integer not null, point text not null, slot integer not null, answers integer not null, sum_ms integer not null,
    failures integer not null, primary key (no, point, slot)
  ) without rowid;
  create index if not exists point_slots_slot on point_slots (slot);
  create table if not exists point_runs (
    point text not null, run text not null, last_seq integer not null, taken_at integer not null, primary key (point, run)
  ) without rowid;
`;

/** What files of earlier versions lack. */
function addColumns(sqlite: StoreFile): void {
  const known = sqlite.prepare<unknown[], string>("select name from pragma_table_info('checks')").pluck().all();
  if (!known.includes("vantage")) sqlite.exec("alter table checks add column vantage text");
}

/**
 * Opens the file for the one process that writes it, creating it. A power failure may cost the last results, never the
 * file: what is lost was seen by nobody, and is looked at anew.
 */
export function openStoreFile(file: string): StoreFile {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const sqlite = new Sqlite(file);
  sqlite.pragma("auto_vacuum = incremental");
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = NORMAL");
  sqlite.pragma("busy_timeout = 5000");
  sqlite.pragma("cache_size = -32768");
  sqlite.pragma("journal_size_limit = 16777216");
  sqlite.exec(schema);
  addColumns(sqlite);
  return sqlite;
}

/** Opens it for reading beside its writer; undefined as long as no check has ever run. */
export function openStoreForReading(file: string): StoreFile | undefined {
  if (!existsSync(file)) return undefined;
  const sqlite = new Sqlite(file, { readonly: true });
  sqlite.pragma("busy_timeout = 1000");
  try {
    sqlite.prepare("select 1 from events limit 1").get();
    return sqlite;
  } catch {
    // Its writer has only begun to create it.
    sqlite.close();
    return undefined;
  }
}

/**
 * Rows of a check by time lie beside each other under one number, which needs no index beside it: an hour, a day or a
 * month since 1970 below the check.
 */
export const keyOf = (no: number, bucket: number) => no * 2 ** 24 + bucket;
export const bucketOf = (key: number) => key % 2 ** 24;

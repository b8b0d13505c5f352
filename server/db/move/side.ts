/** Integers are exact, whatever their size. */
export type Value = string | number | bigint | Uint8Array | null;
export type Row = readonly Value[];

/** What lies in a table: how many rows, and a sum of the hashes of all of them that knows no order. */
export interface Content {
  rows: number;
  hash: string;
}

/** A database that rows are taken from, and compared with. */
export interface Source {
  /** The columns that are written, of every table that is moved, in an order of their own. */
  columns(): Promise<Map<string, string[]>>;
  rows(table: string, columns: readonly string[]): AsyncIterable<Row>;
  close(): Promise<void>;
}

/** A database that they are brought to, which knows how far it has come. */
export interface Target extends Source {
  /** Puts aside what would judge rows one by one, such as keys to other tables; may be called again. */
  begin(): Promise<void>;
  /** What has arrived so far, by table. */
  arrived(): Promise<Map<string, Content>>;
  /** Puts these rows in the place of what a table holds, and notes it, or does neither. */
  replace(table: string, columns: readonly string[], rows: AsyncIterable<Row>, content: () => Content): Promise<void>;
  /** Takes back what `begin` put aside, which judges all rows at once, and forgets how it came to them. */
  finish(): Promise<void>;
}

/** The name of a table or column as both engines take it. */
export const quoted = (name: string): string => `"${name}"`;

export const progressTable = "move_progress";
export const asideTable = "move_aside";
/** How an unfinished move is known, in the database that it leads to; both engines take this. */
export const createProgress = `create table if not exists ${progressTable} (name text primary key, rows bigint, hash text)`;

/** What each database makes for itself: its schema, and what is found by words. */
export const isMoved = (table: string): boolean => !/^(sqlite_|kysely_|search_|move_)/.test(table);

/** Rows that are handed out in parts of this size, so that what takes them may wait. */
export const rowsAtOnce = 500;

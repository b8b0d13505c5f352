import type { Kysely, Transaction } from "kysely";
import type { Db } from "../../db/connection.ts";
import type { Database } from "../../db/schema.ts";

/** What every table of records has; of its other columns only a declaration knows. */
export interface DynamicRow {
  id: string;
  title: string;
  sortTitle: string;
  version: number;
  createdAt: string;
  updatedAt: string;
  archivedAt: string | null;
  createdById: string | null;
  updatedById: string | null;
  [column: string]: unknown;
}

/** The database as the engine sees it: which table of records and which columns it means is only known from a declaration. */
export type DynamicDb = Kysely<Record<string, DynamicRow>>;

/** Takes the types off a database or transaction; the schema test keeps declarations and tables together. */
export function dynamic(db: Db | Transaction<Database>): DynamicDb {
  return db as unknown as DynamicDb;
}

import type { Kysely, Transaction } from "kysely";
import type { Db } from "../../db/connection.ts";
import type { Database } from "../../db/schema.ts";

/** The database as the engine sees it: which table and columns it means is only known from a declaration. */
export type DynamicDb = Kysely<Record<string, Record<string, unknown>>>;

/** Takes the types off a database or transaction; the schema test keeps declarations and tables together. */
export function dynamic(db: Db | Transaction<Database>): DynamicDb {
  return db as unknown as DynamicDb;
}

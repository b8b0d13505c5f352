import { PostgresAdapter } from "kysely";
import type { Db } from "../connection.ts";

/** Whether a database, or what a transaction sees of it, lies on Postgres. */
export const isPostgres = (db: Pick<Db, "getExecutor">): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

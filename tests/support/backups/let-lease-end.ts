import Sqlite from "better-sqlite3";
import { databaseFile } from "../../../server/db/connection.ts";

/** As if the time had passed after which a run that says nothing counts as dead. */
export function letLeaseEnd(dataDir: string): void {
  const sqlite = new Sqlite(databaseFile(dataDir));
  sqlite.pragma("busy_timeout = 10000");
  sqlite.exec("update backup_runs set claimed_until = '2000-01-01T00:00:00.000Z' where state = 'running'");
  sqlite.close();
}

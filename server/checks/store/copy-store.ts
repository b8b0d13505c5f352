import { existsSync } from "node:fs";
import Sqlite from "better-sqlite3";

/** Copies the checker's file as it is at one moment, beside its writer; false where there is none. */
export async function copyStore(file: string, to: string): Promise<boolean> {
  if (!existsSync(file)) return false;
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    // A copy begins anew with each write of others, unless it reads within a transaction.
    sqlite.exec("begin");
    sqlite.prepare("select count(*) from sqlite_schema").get();
    await sqlite.backup(to);
    return true;
  } finally {
    sqlite.close();
  }
}

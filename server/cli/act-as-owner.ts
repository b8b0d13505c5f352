import { statSync } from "node:fs";
import { databaseFile } from "../db/connection.ts";

/**
 * What root writes into a data folder the portal's account could not open afterwards. So root's commands run as whoever
 * the database belongs to; returns that account.
 */
export function actAsOwner(dataDir: string): number | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(databaseFile(dataDir), { throwIfNoEntry: false });
  if (!owner || owner.uid === 0) return undefined;
  process.setgroups?.([]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
  return owner.uid;
}

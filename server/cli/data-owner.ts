import { accessSync, constants, existsSync, statSync } from "node:fs";
import path from "node:path";
import { databaseFile } from "../db/connection.ts";

/**
 * What root writes into a data folder the portal's account could not open afterwards. So root's commands run as whoever
 * the database belongs to, or the secrets where that lies elsewhere; before there are any, the folder or what it is to
 * lie in.
 */
export function becomeOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = ownerOf(dataDir);
  if (uid === 0) return;
  joinGroups(uid, gid);
  process.setgid?.(gid);
  process.setuid?.(uid);
  // Programs that the command runs refuse a working directory that they may not enter, such as the home of root.
  try {
    accessSync(process.cwd(), constants.X_OK);
  } catch {
    process.chdir("/");
  }
}

/** Whether there is a portal in the folder that nobody but root can open. */
export function isOfRoot(dataDir: string): boolean {
  const file = portalFile(dataDir);
  return file !== undefined && process.getuid?.() === 0 && statSync(file).uid === 0;
}

/** What every portal has in its folder; undefined where there is none yet. */
export const portalFile = (dataDir: string): string | undefined =>
  [databaseFile(dataDir), path.join(dataDir, "secrets.json")].find((file) => existsSync(file));

function ownerOf(dataDir: string): { uid: number; gid: number } {
  let place = portalFile(dataDir) ?? dataDir;
  while (!existsSync(place)) place = path.dirname(place);
  return statSync(place);
}

/** The groups of the account as they stand in /etc/group: a target may be open to one of them alone. */
function joinGroups(uid: number, gid: number): void {
  const { initgroups } = process as typeof process & { initgroups?(user: number, group: number): void };
  try {
    initgroups?.(uid, gid);
  } catch {
    // A number without an account is in no group.
    process.setgroups?.([]);
  }
}

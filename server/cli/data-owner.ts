import { accessSync, constants, existsSync, lstatSync, type Stats, statSync } from "node:fs";
import path from "node:path";
import { databaseFile } from "../db/connection.ts";
import { StartProblem } from "../start-problem.ts";

/**
 * What root writes into a data folder the portal's account could not open afterwards. So root's commands run as whoever
 * the folder belongs to; where that is root's, as whoever the database belongs to, or the secrets where that lies
 * elsewhere; before there is a folder, as the owner of what it is to lie in.
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
  return file !== undefined && process.getuid?.() === 0 && entryOf(file)?.uid === 0;
}

/** What every portal has in its folder; undefined where there is none yet. */
export const portalFile = (dataDir: string): string | undefined => portalFiles(dataDir).find((file) => entryOf(file));

const portalFiles = (dataDir: string) => [databaseFile(dataDir), path.join(dataDir, "secrets.json")];

/** What lies there itself, not where a link leads; what cannot be looked at is told by what opens it. */
function entryOf(file: string): Stats | undefined {
  try {
    return lstatSync(file);
  } catch {
    return undefined;
  }
}

function ownerOf(dataDir: string): { uid: number; gid: number } {
  let place = dataDir;
  while (!existsSync(place)) place = path.dirname(place);
  const folder = statSync(place);
  const files = portalFiles(dataDir);
  for (const file of files) refusePlanted(file, folder);
  const file = folder.uid === 0 ? files.find((name) => existsSync(name)) : undefined;
  return file === undefined ? folder : statSync(file);
}

/** Who may write into the folder could lead root to a file of root's, and would have it work as root there. */
function refusePlanted(file: string, folder: Stats): void {
  const entry = entryOf(file);
  const isWritable = folder.uid !== 0 || (folder.mode & 0o022) !== 0;
  if (!entry || !isWritable) return;
  if (entry.isSymbolicLink())
    throw new StartProblem(
      `${file} ist ein Link in einem Ordner, in den nicht nur root schreibt; lege die Datei selbst dorthin, oder rufe den Befehl mit dem Konto des Portals auf.`,
    );
  if (folder.uid !== 0 && entry.uid !== folder.uid)
    throw new StartProblem(
      `${file} gehört einem anderen Konto als der Datenordner; gib beides dem Konto, unter dem das Portal läuft, etwa: chown -R techcenter: ${path.dirname(file)}`,
    );
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

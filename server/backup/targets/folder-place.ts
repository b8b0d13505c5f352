import { realpath } from "node:fs/promises";
import path from "node:path";
import { BackupProblem } from "../backup-problem.ts";

interface Places {
  dataDir: string;
  /** Where the targets before this one lie. */
  taken: readonly string[];
}

/** Where a folder really lies; a BackupProblem where it protects from nothing. */
export async function findPlace(folder: string, { dataDir, taken }: Places): Promise<string> {
  const place = await realPlace(folder);
  const below = path.relative(await realPlace(dataDir), place);
  if (below === "" || (below !== ".." && !below.startsWith(`..${path.sep}`) && !path.isAbsolute(below)))
    throw new BackupProblem(`${folder} liegt im Datenordner (DATA_DIR): Was ihn trifft, träfe das Backup mit.`);
  if (taken.includes(place)) throw new BackupProblem(`${folder} ist derselbe Ordner wie das erste Ziel.`);
  return place;
}

/** One that is not there is for its opener to report. */
const realPlace = (folder: string) => realpath(folder).catch(() => path.resolve(folder));

import { BackupProblem } from "./backup-problem.ts";
import { decrypt } from "./encryption.ts";
import { readObject } from "./read-object.ts";
import { archiveName } from "./snapshots.ts";
import type { BackupTarget } from "./targets/target.ts";

/**
 * Whether a snapshot whose manifest a key does not open is another key's. Damage in the header of one file looks the same,
 * but the archive beside the manifest is for the same keys.
 */
export async function isOfOtherKey(target: BackupTarget, id: string, identity: string): Promise<boolean> {
  const archive = await readObject(target, archiveName(id));
  if (!archive) return true;
  try {
    for await (const _ of await decrypt(archive, identity)) break;
    return false;
  } catch (error) {
    if (!(error instanceof BackupProblem) || error.code === "unreachable") throw error;
    return error.code === "wrongKey";
  }
}

import { BackupProblem, backupProblem } from "./backup-problem.ts";
import type { BackupTarget } from "./targets/target.ts";

/**
 * Reads an object of a target; undefined where there is none. Where the target is why that fails, the BackupProblem has the
 * code `unreachable`: it says nothing of what lies there.
 */
export async function readObject(target: BackupTarget, name: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  const stored = await target.get(name).catch((cause: unknown) => {
    throw unreachable(cause);
  });
  return stored && chunksOf(stored);
}

async function* chunksOf(stored: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stored;
  } catch (cause) {
    throw unreachable(cause);
  }
}

/** What a target that fails is to whoever reads from it. */
export function unreachable(cause: unknown): BackupProblem {
  const { message } = backupProblem(cause);
  return new BackupProblem(message, { code: isLostByDisk(cause) ? "damaged" : "unreachable", cause });
}

/** A disk that cannot read what it holds has lost it. */
export const isLostByDisk = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "EIO";

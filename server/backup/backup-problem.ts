import type { BackupFailure } from "../../contract/backups/restore.ts";

/** Why a backup cannot be made, read or restored, in one sentence for the person who looks after the host. */
export class BackupProblem extends Error {
  override name = "BackupProblem";
  readonly code: BackupFailure;

  constructor(message: string, { code = "failed", cause }: { code?: BackupFailure; cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
  }
}

/** What any failure says to that person: its own sentence, or the words of the system. */
export function backupProblem(error: unknown): BackupProblem {
  if (error instanceof BackupProblem) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOSPC" || code === "SQLITE_FULL" || code === "EDQUOT")
    return new BackupProblem("Auf dem Datenträger ist kein Platz mehr.", { code: "noSpace", cause: error });
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return new BackupProblem(`Die Rechte fehlen: ${messageOf(error)}`, { cause: error });
  return new BackupProblem(messageOf(error), { cause: error });
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

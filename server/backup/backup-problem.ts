import type { BackupFailure } from "../../contract/backups/restore.ts";
import { UntriedDump } from "../db/postgres/dump.ts";
import { DatabaseAway } from "../db/postgres/lost-connections.ts";
import { explainFailure } from "./targets/explain-failure.ts";

/** Why a backup cannot be made, read or restored, in one sentence for the person who looks after the host. */
export class BackupProblem extends Error {
  override name = "BackupProblem";
  readonly code: BackupFailure;

  constructor(message: string, { code = "failed", cause }: { code?: BackupFailure; cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
  }
}

/** What any failure says to that person: its own sentence, or what it means, with the words of the server or system. */
export function backupProblem(error: unknown): BackupProblem {
  if (error instanceof BackupProblem) return error;
  const words = messageOf(error);
  const systemCode = error instanceof Error && "code" in error ? String(error.code) : "";
  if (systemCode === "ENOSPC" || systemCode === "SQLITE_FULL" || systemCode === "EDQUOT")
    return new BackupProblem("Auf dem Datenträger ist kein Platz mehr.", { code: "noSpace", cause: error });
  const [sentence, code = "failed"] = explainFailure(error) ?? [];
  return new BackupProblem(sentence ? `${sentence}: ${words}` : words, { code, cause: error });
}

/** Codes of the system and of Postgres for what has nothing to do with the bytes of a backup. */
const circumstances = new Set([
  ...["ENOSPC", "EDQUOT", "EACCES", "EPERM", "EROFS", "EMFILE", "ENFILE"],
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"],
  "42501",
]);

const isOfCircumstances = (code: string) =>
  circumstances.has(code) ||
  // Of Postgres: connections, resources, an operator, its system.
  /^(08|53|57|58)[0-9A-Z]{3}$/.test(code) ||
  /^SQLITE_(FULL|CANTOPEN|IOERR|NOMEM|PERM|READONLY|BUSY|LOCKED)/.test(code);

/** Whether something failed for a reason that says nothing of the backup itself: the network, the disk, rights. */
export function isCircumstance(error: unknown): boolean {
  if (error instanceof BackupProblem) {
    if (error.code === "unreachable" || error.code === "noSpace" || error.code === "otherEngine") return true;
    if (error.code === "damaged") return false;
  }
  if (!(error instanceof Error)) return false;
  if (error instanceof UntriedDump || error instanceof DatabaseAway) return true;
  return ("code" in error && isOfCircumstances(String(error.code))) || isCircumstance(error.cause);
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors.at(-1));
  return error instanceof Error ? error.message : String(error);
}

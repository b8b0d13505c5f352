import type { FieldProblems, ProblemCode } from "../contract/problems.ts";
import type { RecordKey } from "../contract/records/record-types.ts";
import type { RecordConflict } from "../contract/records/rows.ts";

interface ProblemOptions {
  message: string;
  fields?: FieldProblems;
  /** What somebody else changed meanwhile. */
  conflict?: RecordConflict;
  /** The record that already has a value which only one may have. */
  existing?: RecordKey;
  /** For `too_many`: after how long it may be tried again. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A refusal. `message` is shown to the person; `cause` goes to the log and never leaves the server. */
export class Problem extends Error {
  override name = "Problem";
  readonly code: ProblemCode;
  readonly fields: FieldProblems | undefined;
  readonly conflict: RecordConflict | undefined;
  readonly existing: RecordKey | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, options: ProblemOptions) {
    super(options.message, { cause: options.cause });
    this.code = code;
    this.fields = options.fields;
    this.conflict = options.conflict;
    this.existing = options.existing;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The answer for what is missing and for what this person may not see: the same words. */
export function notFound(): Problem {
  return new Problem("not_found", { message: "Diesen Eintrag gibt es nicht." });
}

/** The answer for a write to what is archived. */
export function archived(what = "Dieser Eintrag"): Problem {
  return new Problem("precondition", { message: `${what} ist archiviert. Stelle ihn zuerst wieder her.` });
}

/** The answer for a known thing this person may not do. */
export function forbidden(message = "Dafür fehlt dir die Berechtigung."): Problem {
  return new Problem("forbidden", { message });
}

/** Refused input of one field; the sentence names the field. */
export function invalidField(field: string, message: string): Problem {
  return new Problem("invalid", { message, fields: { [field]: [message] } });
}

// 53100 and 58030 are Postgres': its disk is full, or does not answer.
const fullCodes: readonly unknown[] = ["SQLITE_FULL", "53100", "ENOSPC", "EDQUOT"];
/** What a statement of Postgres ends with when its server is away (server/db/postgres/lost-connections.ts). */
const awaySentences = new Map<unknown, string>([
  [
    "DATABASE_AWAY",
    "Die Datenbank des Portals antwortet gerade nicht; gespeichert wurde nichts. Versuche es in einem Moment noch einmal.",
  ],
  [
    "DATABASE_UNSURE",
    "Die Verbindung zur Datenbank ist beim Speichern abgerissen. Lade die Seite neu und sieh nach, ob es gespeichert ist.",
  ],
]);
/** What Postgres does not take and SQLite does: a character without a place in a text, a number beyond 64 bits. */
const unfitSentences = new Map<unknown, string>([
  ["22021", "Ein Text enthält ein Zeichen, das sich nicht speichern lässt."],
  ["22P05", "Ein Text enthält ein Zeichen, das sich nicht speichern lässt."],
  ["22003", "Eine Zahl ist zu groß."],
]);
const unwritable = "Lesen geht weiter; speichern lässt sich erst wieder, wenn die Administration Platz geschaffen hat.";

/** The refusal that an error means: a Problem itself, that nothing can be written, or that the database is away; undefined for a bug. */
export function asProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const away = awaySentences.get(code);
  if (away) return new Problem("unavailable", { message: away, cause: error });
  const unfit = unfitSentences.get(code);
  if (unfit) return new Problem("invalid", { message: unfit, cause: error });
  if (fullCodes.includes(code))
    return new Problem("full", { message: `Der Speicherplatz des Portals ist voll. ${unwritable}`, cause: error });
  // SQLite says so, too, when it cannot make its log larger or sync it.
  if (typeof code === "string" && (code.startsWith("SQLITE_IOERR") || code === "58030"))
    return new Problem("full", {
      message: `Der Speicherplatz des Portals ist voll, oder sein Datenträger antwortet nicht. ${unwritable}`,
      cause: error,
    });
  return undefined;
}

/** Waits for a write that only notes something beside a read, which a full disk must not refuse. */
export async function unlessFull(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (asProblem(error)?.code !== "full") throw error;
  });
}

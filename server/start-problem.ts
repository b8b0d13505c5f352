import path from "node:path";
import { asProblem } from "./problem.ts";

/** With this code (EX_CONFIG) ends what would fail again, so that the unit of systemd does not try. */
export const finalCode = 78;

/** A reason why the portal cannot start, in one sentence for the person who runs the host; ends with exit code 1. */
export class StartProblem extends Error {
  override name = "StartProblem";
  /** Another try would take long and fail as this one; ends with the code for that. */
  readonly isFinal: boolean;

  constructor(message: string, options: { cause?: unknown; isFinal?: boolean } = {}) {
    super(message, options);
    this.isFinal = options.isFinal === true;
  }
}

/** Ends the process with the sentence of a StartProblem, for the person at the terminal; throws everything else anew. */
export function endBy(error: unknown): never {
  if (!(error instanceof StartProblem)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(error.isFinal ? finalCode : 1);
}

const ownedBy = "der Benutzer, unter dem das Portal läuft, braucht die Rechte dafür";

/** The sentence for what a host refuses a start, with the way out; undefined for a bug. */
export function asStartProblem(error: unknown, dataDir: string): StartProblem | undefined {
  if (error instanceof StartProblem) return error;
  const sentence = describe(error, dataDir);
  return sentence === undefined ? undefined : new StartProblem(sentence, { cause: error });
}

function describe(error: unknown, dataDir: string): string | undefined {
  const { code, file } = readError(error, path.join(dataDir, "techcenter.sqlite"));
  if (asProblem(error)?.code === "full")
    return `Auf dem Datenträger von ${dataDir} (DATA_DIR) ist kein Platz mehr, oder er antwortet nicht; schaffe Platz und starte erneut.`;
  if (code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT"))
    return `Die Datenbank ${file} ist beschädigt; stelle sie aus einer Sicherung wieder her.`;
  if (code.startsWith("SQLITE_READONLY") || code.startsWith("SQLITE_CANTOPEN"))
    return `Die Datenbank ${file} lässt sich nicht öffnen und beschreiben; ${ownedBy}.`;
  if (code === "EROFS")
    return `${file} ist nur zum Lesen da; nimm einen anderen Ordner (DATA_DIR). Einem Dienst von systemd gibt ReadWritePaths= ihn zum Schreiben.`;
  if (code === "ENOTDIR" || code === "EEXIST")
    return `Der Datenordner ${dataDir} (DATA_DIR) lässt sich nicht anlegen: Auf dem Weg dorthin liegt eine Datei.`;
  if (code === "EACCES" || code === "EPERM")
    return `${file} im Datenordner (DATA_DIR) lässt sich nicht lesen und beschreiben; ${ownedBy}.`;
  return undefined;
}

function readError(error: unknown, databaseFile: string): { code: string; file: string } {
  const known = error instanceof Error ? error : undefined;
  const code = known && "code" in known ? String(known.code) : "";
  return { code, file: known && "path" in known ? String(known.path) : databaseFile };
}

import { createHash, randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { syncFolderNow } from "./durable.ts";
import { asStartProblem, StartProblem } from "./start-problem.ts";

const secretsSchema = z.object({
  /** Signs CSRF tokens and upload policies. */
  signingKey: z.string().min(32),
  soketi: z.object({ id: z.string(), key: z.string(), secret: z.string() }),
});
export type Secrets = z.infer<typeof secretsSchema>;

// Soketi turns an all-digit value into a number and then refuses it; a letter in front rules that out.
const word = (bytes: number) => `k${randomBytes(bytes).toString("hex")}`;

const fileOf = (dataDir: string) => path.join(dataDir, "secrets.json");

export const freshSecrets = (): Secrets => ({
  signingKey: randomBytes(32).toString("base64url"),
  soketi: { id: word(8), key: word(12), secret: word(24) },
});

/** Names the key that seals what lies in the database, and tells nothing of it. */
export const keyIdOf = ({ signingKey }: Pick<Secrets, "signingKey">): string =>
  createHash("sha256").update(`key id:${signingKey}`).digest("hex").slice(0, 32);

/** Reads the secrets of this installation, or generates them on first start (file mode 0600). */
export function loadSecrets(dataDir: string): Secrets {
  const known = readSecrets(dataDir);
  if (known) return known;
  const fresh = freshSecrets();
  writeSecrets(fileOf(dataDir), fresh);
  return fresh;
}

/** Writes secrets to a file, which is there whole and on the disk, or not at all. */
export function writeSecrets(file: string, secrets: Secrets): void {
  // What an earlier call has left, or somebody has planted: it is made anew, never written through.
  rmSync(`${file}.new`, { force: true });
  const handle = openSync(`${file}.new`, "wx", 0o600);
  writeSync(handle, JSON.stringify(secrets, null, 2));
  fsyncSync(handle);
  closeSync(handle);
  renameSync(`${file}.new`, file);
  syncFolderNow(path.dirname(file));
}

/** Keys that are to take the place of the ones in use; they lie beside them while the database is sealed anew. */
const nextFileOf = (dataDir: string) => path.join(dataDir, "secrets.next.json");

export const writeNextSecrets = (dataDir: string, next: Secrets) => writeSecrets(nextFileOf(dataDir), next);
export const dropNextSecrets = (dataDir: string) => rmSync(nextFileOf(dataDir), { force: true });
export function adoptNextSecrets(dataDir: string): void {
  renameSync(nextFileOf(dataDir), fileOf(dataDir));
  syncFolderNow(dataDir);
}

/** Puts other secrets in the place of those of this installation. */
export const replaceSecrets = (dataDir: string, secrets: Secrets) => writeSecrets(fileOf(dataDir), secrets);

/** Undefined where no renewal of the keys was interrupted. */
export const readNextSecrets = (dataDir: string): Secrets | undefined => readSecretsFile(nextFileOf(dataDir), dataDir);

/** Reads the secrets of this installation; undefined where there are none yet. */
export function readSecrets(dataDir: string): Secrets | undefined {
  return readSecretsFile(fileOf(dataDir), dataDir);
}

/** Reads secrets from a file; undefined where it is not there. */
export function readSecretsFile(file: string, dataDir: string): Secrets | undefined {
  if (!existsSync(file)) return undefined;
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw asStartProblem(cause, dataDir) ?? cause;
  }
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartProblem(`${file} ist beschädigt; stelle die Datei aus einer Sicherung wieder her.`, { cause });
  }
}

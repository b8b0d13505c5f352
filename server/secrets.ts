import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
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

/** Reads the secrets of this installation, or generates them on first start (file mode 0600). */
export function loadSecrets(dataDir: string): Secrets {
  const known = readSecrets(dataDir);
  if (known) return known;
  const fresh: Secrets = {
    signingKey: randomBytes(32).toString("base64url"),
    soketi: { id: word(8), key: word(12), secret: word(24) },
  };
  const file = fileOf(dataDir);
  writeFileSync(`${file}.new`, JSON.stringify(fresh, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return fresh;
}

/** Reads the secrets of this installation; undefined where there are none yet. */
export function readSecrets(dataDir: string): Secrets | undefined {
  const file = fileOf(dataDir);
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

import { createHmac, randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { newId } from "../db/new-id.ts";
import { BackupProblem } from "./backup-problem.ts";
import { createIdentity, recipientOf } from "./encryption.ts";

/** Beside secrets.json, and like it part of every backup. */
export const hostKeyFile = "backup-key.json";

const hostKey = z.object({ identity: z.string().startsWith("AGE-SECRET-KEY-1"), nameKey: z.string().min(32) });
export type HostKey = z.infer<typeof hostKey> & { recipient: string };

/** The key with which this host opens its backups and names objects; created once, even by two processes at the same time. */
export async function loadHostKey(dataDir: string): Promise<HostKey> {
  const file = path.join(dataDir, hostKeyFile);
  const known = await readHostKey(dataDir);
  if (known) return known;
  const fresh = { identity: await createIdentity(), nameKey: randomBytes(32).toString("base64url") };
  const own = `${file}.${newId()}`;
  writeFileSync(own, JSON.stringify(fresh, null, 2), { mode: 0o600, flush: true });
  try {
    linkSync(own, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(own, { force: true });
  }
  const made = await readHostKey(dataDir);
  if (!made) throw new BackupProblem(`${file} lässt sich nicht anlegen.`);
  return made;
}

/** Undefined where this host has never made a backup. */
export async function readHostKey(dataDir: string): Promise<HostKey | undefined> {
  const file = path.join(dataDir, hostKeyFile);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const read = hostKey.parse(JSON.parse(text));
    return { ...read, recipient: await recipientOf(read.identity) };
  } catch (cause) {
    throw new BackupProblem(`${file} ist beschädigt; verschiebe die Datei, dann beginnt das Backup von vorn.`, {
      cause,
    });
  }
}

/** The name of an upload's object: it tells nobody what lies in it, and changes with who may open it. */
export function objectName({ nameKey }: HostKey, sha256: string, recipients: readonly string[]): string {
  const name = createHmac("sha256", nameKey)
    .update([sha256, ...recipients].join("\n"))
    .digest("hex");
  return `objects/${name.slice(0, 2)}/${name}.age`;
}

import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { newId } from "../db/new-id.ts";
import { BackupProblem } from "./backup-problem.ts";
import type { BackupTarget } from "./targets/target.ts";

/** In the data folder and in no backup: a portal that was restored elsewhere is another owner than the one it came from. */
export const ownerFile = "backup-owner.json";

const owner = z.object({ portal: z.string().min(1) });

/** What this portal signs its snapshots and targets with; made once, even by two processes at the same time. */
export function loadOwner(dataDir: string): string {
  const file = path.join(dataDir, ownerFile);
  const known = readOwner(dataDir);
  if (known) return known;
  const own = `${file}.${newId()}`;
  writeFileSync(own, JSON.stringify({ portal: newId() }), { mode: 0o600, flush: true });
  try {
    linkSync(own, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(own, { force: true });
  }
  const made = readOwner(dataDir);
  if (!made) throw new BackupProblem(`${file} lässt sich nicht anlegen.`);
  return made;
}

/** Undefined where this portal has never made a backup. */
export function readOwner(dataDir: string): string | undefined {
  const file = path.join(dataDir, ownerFile);
  let content: string;
  try {
    content = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return owner.parse(JSON.parse(content)).portal;
  } catch (cause) {
    throw new BackupProblem(`${file} ist beschädigt; verschiebe die Datei und übernimm dann das Ziel.`, { cause });
  }
}

/** The same for whoever only looks: undefined as well where the file cannot be read, which is no reason to show nothing. */
export function knownOwner(dataDir: string): string | undefined {
  try {
    return readOwner(dataDir);
  } catch {
    return undefined;
  }
}

const markName = "snapshots/owner.json";

const mark = z.object({
  portal: z.string(),
  /** From whom this portal has taken the target over: what they made there is its own now. */
  former: z.array(z.string()),
});
export type Mark = z.infer<typeof mark>;

/** Whose target it is; undefined where nobody has marked it. A mark that cannot be read is that of a stranger. */
export async function readMark(target: BackupTarget): Promise<Mark | undefined> {
  const stored = await target.get(markName);
  if (!stored) return undefined;
  const content = await text(stored);
  try {
    return mark.parse(JSON.parse(content));
  } catch {
    return { portal: "", former: [] };
  }
}

export async function writeMark(target: BackupTarget, { portal, former }: Mark): Promise<void> {
  const content = Buffer.from(JSON.stringify({ portal, former }));
  await target.put(markName, () => Readable.from([content]), content.length);
}

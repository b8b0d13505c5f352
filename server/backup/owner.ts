import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { z } from "zod";
import type { BackupSettings } from "../../contract/settings/backup.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/new-id.ts";
import type { BackupTargetTable } from "../db/tables/settings.ts";
import { BackupProblem } from "./backup-problem.ts";
import { targetIds } from "./settings-targets.ts";
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

type Refusal = NonNullable<BackupTargetTable["refused"]>;

/** Why nothing is backed up to a target, and what to do. */
export const refusals: Record<Refusal, string> = {
  foreign:
    "In diesem Ziel liegen die Backups eines anderen Portals. Nimm unter Einstellungen › Backup einen anderen Ordner, oder wähle dort „Dieses Ziel übernehmen“.",
  gone: "Im Ordner fehlt, was dieses Portal dort hinterlegt hat. Hänge die Platte ein; ist der Ordner mit Absicht leer, wähle unter Einstellungen › Backup „Dieses Ziel übernehmen“.",
};

/** Why the last run to the targets of the settings was refused; undefined where none was. */
export async function findRefusal(db: Db, settings: BackupSettings): Promise<string | undefined> {
  const ids = targetIds(settings);
  if (ids.length === 0) return undefined;
  const found = await db
    .selectFrom("backupTargets")
    .select("refused")
    .where("id", "in", ids)
    .where("refused", "is not", null)
    .executeTakeFirst();
  return found?.refused ? refusals[found.refused] : undefined;
}

import type { Db } from "../../db/connection.ts";
import type { DataPlace } from "../../db/data-place.ts";
import { type AppliedMigration, listMigrations } from "../../db/migrate.ts";
import { formatMoment } from "../../format-moment.ts";
import { StartProblem } from "../../start-problem.ts";
import { findCopy } from "./before-migration.ts";

/** Refuses a database that a newer version has migrated: neither can this one know what it writes there, nor what it misses. */
export async function refuseNewer(db: Db, place: DataPlace, applied: readonly AppliedMigration[]): Promise<void> {
  const known = await listMigrations();
  const since = applied.find(({ name }) => !known.includes(name));
  if (since)
    throw new StartProblem(`Die Datenbank ist neuer als dieses Programm; ${await wayBack(db, place, since.at)}`);
}

async function wayBack(db: Db, place: DataPlace, upgradedAt: string): Promise<string> {
  const copy = await findCopy(place, (await listMigrations()).at(-1));
  if (copy)
    return `starte die neuere Fassung, oder stelle mit „techcenter rollback“ die Kopie von vor der Aktualisierung wieder her (${formatMoment(copy.at)}, ${copy.file}).`;
  const backup = await findBackupBefore(db, upgradedAt).catch(() => undefined);
  return backup
    ? `starte die neuere Fassung. Eine Kopie von vor der Aktualisierung gibt es nicht mehr; das letzte Backup davor ist ${backup.id} (${formatMoment(backup.at)}): techcenter restore --from ZIEL --force --snapshot ${backup.id}.`
    : "starte die neuere Fassung. Von vor der Aktualisierung gibt es hier weder eine Kopie noch ein Backup, von dem die Datenbank weiß; was in einem Ziel liegt, zeigt „techcenter list --from ZIEL“.";
}

/** The newest backup that was made before a moment, as this database remembers it. */
async function findBackupBefore(db: Db, before: string): Promise<{ id: string; at: Date } | undefined> {
  const run = await db
    .selectFrom("backupRuns")
    .select(["startedAt", "resultJson"])
    .where("kind", "=", "backup")
    .where("state", "=", "done")
    .where("startedAt", "<", before)
    .orderBy("startedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  const { snapshotId } = JSON.parse(run?.resultJson ?? "{}") as { snapshotId?: string };
  return run && snapshotId ? { id: snapshotId, at: new Date(run.startedAt) } : undefined;
}

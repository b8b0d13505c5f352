import { setPortalTimeZone } from "../../contract/time/time-zone.ts";
import { setPortalCalendar } from "../../contract/time/work-calendar.ts";
import { finishRestore } from "../backup/restore.ts";
import { isStaged, removeAbandonedStage } from "../backup/restore-stage.ts";
import { migrateOnPostgres, migrateSafely } from "../backup/upgrade/migrate-safely.ts";
import { forgetRollback, refuseHalfRolledBack } from "../backup/upgrade/roll-back.ts";
import { removeLeftScratch } from "../cli/scratch.ts";
import { startCheckpoints } from "../db/checkpoints.ts";
import { type Db, openDatabase } from "../db/connection.ts";
import { openData as openPlace } from "../db/data-place.ts";
import { listPendingContractions, type PortalMigrations } from "../db/migrate.ts";
import type { DatabaseLock } from "../db/postgres/portal-lock.ts";
import type { Environment } from "../env.ts";
import { watchPast } from "../features/audit-log/past-entries.ts";
import { fillDeadlines } from "../features/deadlines/repair.ts";
import { recordDowntime } from "../features/files/downtimes.ts";
import { rollOver } from "../features/terms/roll-over.ts";
import type { PlaceLock } from "../jobs/lock-place.ts";
import type { Log } from "../log.ts";
import { refuseOtherSecrets } from "../nodes/join.ts";
import { unlessFull } from "../problem.ts";
import { loadSecrets, readSecrets } from "../secrets.ts";
import { readSettings } from "../settings/read-settings.ts";
import { StartProblem } from "../start-problem.ts";
import type { Services } from "../trpc/context.ts";
import { type NewDatabase, placeNewDatabase } from "./new-database.ts";
import { openNodes } from "./open-nodes.ts";
import { settledSecrets } from "./settle-keys.ts";

interface OpenOptions {
  /** Of the place, by which this portal has it to itself, or knows that other nodes live. */
  lock?: PlaceLock | undefined;
  newDatabase?: NewDatabase | undefined;
}

/** The database at its latest schema and the secrets beside it; what an earlier run left claimed is free again. */
export async function openData(env: Environment, log: Log, { lock: place, newDatabase }: OpenOptions = {}) {
  const lock = place?.database;
  if (lock && !lock.isAlone && isStaged(env.dataDir))
    throw await refuse("Ein Backup wartet darauf, zurückgespielt zu werden.", lock);
  const restored = await finishRestore(env);
  if (restored) {
    log.warn(restored, "a restored backup is in place");
    await forgetRollback(env.dataDir);
  }
  for (const remove of [removeAbandonedStage, removeLeftScratch])
    await remove(env.dataDir, new Date()).catch((err: unknown) =>
      log.warn({ err }, "what a killed command left stays"),
    );
  const known = readSecrets(env.dataDir);
  if (newDatabase && !env.postgres) await placeNewDatabase(env.dataDir, newDatabase);
  const { db, applied } = await openMigrated(env, log, lock);
  if (applied.length > 0) log.info({ applied }, "database migrated");
  await unlessFull(recordDowntime(db, new Date()));
  watchPast(db, new Date());
  const settled = known && (await settledSecrets(db, env.dataDir, known));
  if (env.redis) await refuseOtherSecrets(db, settled, env.dataDir);
  const secrets = settled ?? loadSecrets(env.dataDir);
  return { db, secrets, nodes: await openNodes(env, log, { db, lock, secrets }) };
}

/** Refuses to bring a database to a schema that the nodes which live on it could not work with. */
export async function refuseContracting(
  db: Db,
  lock: Pick<DatabaseLock, "refusal">,
  migrations?: PortalMigrations,
): Promise<void> {
  if ((await listPendingContractions(db, migrations)).length > 0)
    throw await refuse("Diese Fassung bringt die Datenbank auf einen Stand, den die bisherige nicht kennt.", lock);
}

const refuse = async (why: string, lock: Pick<DatabaseLock, "refusal">) =>
  new StartProblem(`${why} Dabei darf kein anderer Knoten laufen. ${(await lock.refusal()).message}`);

/** Before anybody is served: no page shows a date that has passed while the portal was off. */
export async function setUpCalendar(services: Services): Promise<void> {
  const general = await readSettings(services.db, "general");
  setPortalTimeZone(general.timeZone);
  setPortalCalendar(general);
  await unlessFull(rollOver(services));
  await unlessFull(fillDeadlines(services));
}

/** The database at its latest schema, copied before it is migrated; a StartProblem where other nodes live that could not work with it. */
export function openMigrated(env: Environment, log: Log, lock?: DatabaseLock) {
  refuseHalfRolledBack(env.dataDir);
  return env.postgres ? migrateOther(env, env.postgres, { log, lock }) : migrateSafely(env.dataDir, openDatabase);
}

/** How long a start waits for a server of the database that starts beside it. */
export const patienceOf = (log: Log) => ({
  patienceMs: 60_000,
  onWait: (reason: string) => log.warn({ reason }, "the database is not there yet; it is waited for"),
});

async function migrateOther(
  env: Environment,
  urls: NonNullable<Environment["postgres"]>,
  { log, lock }: { log: Log; lock: DatabaseLock | undefined },
) {
  const direct = { dataDir: env.dataDir, postgres: { ...urls, url: urls.directUrl } };
  const migrating = await openPlace(direct, { ...patienceOf(log), size: 1, takesItsTime: true });
  const place = { dataDir: env.dataDir, directUrl: urls.directUrl };
  const migrate = async () => {
    const isBesideOthers = lock !== undefined && !lock.isAlone;
    if (isBesideOthers) await refuseContracting(migrating, lock);
    return migrateOnPostgres(migrating, place, {
      isBesideOthers,
      withoutCopy: env.migratesWithoutBackup,
      onNoCopy: (err) => log.warn({ err }, "no copy of the database could be made before it is migrated"),
    });
  };
  const { applied } = await migrate().finally(() => migrating.destroy());
  const onLost = (err: Error) => log.warn({ err }, "the database closed a connection");
  return { db: await openPlace(env, { onLost, sharesWithNodes: env.redis !== undefined }), applied };
}

/** Empties the write-ahead log beside the requests; Postgres looks after its own. */
export const startEmptying = ({ dataDir, postgres }: Environment, log: Log) =>
  postgres ? undefined : startCheckpoints(dataDir, { onError: (err) => log.error({ err }, "checkpoint failed") });

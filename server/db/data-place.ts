import { existsSync } from "node:fs";
import { sql } from "kysely";
import { StartProblem } from "../start-problem.ts";
import {
  type Db,
  databaseFile,
  leftWithoutDatabase,
  openDatabase,
  openDatabaseBeside,
  openDatabaseForReading,
} from "./connection.ts";
import { openPostgres, type PostgresOptions } from "./postgres/open-postgres.ts";

/** Where a portal's data lie: all in a folder, or the database elsewhere. */
export interface DataPlace {
  dataDir: string;
  postgres?: { url: string; directUrl: string } | undefined;
}

/** Opens the database of a portal, or an empty one where there is none yet. */
export async function openData({ dataDir, postgres }: DataPlace, options: PostgresOptions = {}): Promise<Db> {
  if (!postgres) return openDatabase(dataDir);
  const db = await openPostgres(postgres.url, options);
  try {
    if (!(await holdsPortal(db))) refuseOtherData(dataDir);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Opens the database of a portal that is there; undefined where there is none. */
export async function openKnownData({ dataDir, postgres }: DataPlace): Promise<Db | undefined> {
  if (!postgres) return existsSync(databaseFile(dataDir)) ? openDatabase(dataDir) : undefined;
  const db = await openPostgres(postgres.url);
  try {
    if (await holdsPortal(db)) return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
  await db.destroy();
  return undefined;
}

/** Opens the database of a portal for a process that only reads it, beside the portal. */
export async function openDataForReading({ dataDir, postgres }: DataPlace): Promise<Db> {
  return postgres ? openPostgres(postgres.url, { size: 2, isReading: true }) : openDatabaseForReading(dataDir);
}

/** Opens the database of a running portal for a thread that writes beside it what can be found out once more. */
export async function openDataBeside({ dataDir, postgres }: DataPlace): Promise<Db> {
  return postgres ? openPostgres(postgres.url, { size: 1 }) : openDatabaseBeside(dataDir);
}

/** Whether a portal has ever run on a database of Postgres; a StartProblem where its data are on their way. */
async function holdsPortal(db: Db): Promise<boolean> {
  const { rows } = await sql<Record<"hasRun" | "isArriving" | "hasLeft", number>>`
    select to_regclass('kysely_migration') is not null as has_run, to_regclass('move_progress') is not null as is_arriving,
      to_regclass('move_left') is not null as has_left`.execute(db);
  if (rows[0]?.isArriving)
    throw new StartProblem(
      "Ein Umzug in die Datenbank unter DATABASE_URL ist nicht fertig; rufe „techcenter move --to“ noch einmal auf, ohne DATABASE_URL.",
    );
  if (rows[0]?.hasLeft)
    throw new StartProblem(
      "Die Daten sind aus der Datenbank unter DATABASE_URL in den Datenordner umgezogen; lass DATABASE_URL weg.",
    );
  return rows[0]?.hasRun === 1;
}

/** A new database would know nothing of what lies in the folder, and take uploads for forgotten. */
function refuseOtherData(dataDir: string): void {
  if (existsSync(databaseFile(dataDir)))
    throw new StartProblem(
      `Im Datenordner ${dataDir} (DATA_DIR) liegt eine Datenbank, und die unter DATABASE_URL ist leer. Mit „techcenter move --to“ zieht das Portal um; für einen neuen Anfang nimm einen leeren Ordner.`,
    );
  const left = leftWithoutDatabase(dataDir);
  if (left)
    throw new StartProblem(
      `Im Datenordner ${dataDir} (DATA_DIR) liegen ${left}, aber die Datenbank unter DATABASE_URL ist leer. Stelle sie aus einer Sicherung wieder her; für einen neuen Anfang nimm einen leeren Ordner.`,
    );
}

import { existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import { StartProblem } from "../../start-problem.ts";
import { type Db, databaseFile, wrapDatabase } from "../connection.ts";
import { openData } from "../data-place.ts";
import { migrateToLatest } from "../migrate.ts";
import { openPostgres } from "../postgres/open-postgres.ts";
import { lockPostgres } from "../postgres/portal-lock.ts";
import { type MovedTable, type MoveOptions, moveData } from "./move-data.ts";
import { openPostgresSource, openPostgresTarget } from "./postgres-side.ts";
import { createProgress, progressTable, type Source, type Target } from "./side.ts";
import { openSqliteSource, openSqliteTarget, writeQuickly } from "./sqlite-side.ts";

interface Order extends MoveOptions {
  /** What is locked, and stays so until the move has ended. */
  dataDir: string;
  /** The other database. */
  url: string;
  now: Date;
  /** Makes for itself what is not brought along. */
  complete: (db: Db) => Promise<unknown>;
}

export interface Moved {
  tables: MovedTable[];
  /** Where the former database lies. */
  former: string;
}

/** Brings what lies in the file of a data folder to an empty database of Postgres; the file is put aside at the end. */
export async function moveToPostgres(order: Order): Promise<Moved> {
  const { dataDir, url } = order;
  const lock = await lockPostgres({ url });
  try {
    const db = await openPostgres(url, { size: 1, takesItsTime: true });
    await prepare(
      db,
      "to_regclass('kysely_migration') is not null",
      `to_regclass('${progressTable}') is not null`,
    ).finally(() => db.destroy());
    const file = databaseFile(dataDir);
    const tables = await between(openSqliteSource(file), await openPostgresTarget(url), order);
    const arrived = await openPostgres(url);
    await order.complete(arrived).finally(() => arrived.destroy());
    const former = path.join(
      dataDir,
      `before-move-${order.now.toISOString().replace(/\.\d+/, "").replace(/[-:]/g, "")}`,
    );
    await mkdir(former, { mode: 0o700 });
    for (const end of ["", "-wal", "-shm"])
      if (existsSync(`${file}${end}`)) await rename(`${file}${end}`, path.join(former, `${path.basename(file)}${end}`));
    return { tables, former };
  } finally {
    await lock.end();
  }
}

/** Brings what lies in a database of Postgres to the file of a data folder; the database stays, and says that it was left. */
export async function moveToFile(order: Order): Promise<Moved> {
  const { dataDir, url } = order;
  const file = databaseFile(dataDir);
  if (existsSync(file))
    throw new StartProblem(`Im Datenordner ${dataDir} (DATA_DIR) liegt schon eine Datenbank (techcenter.sqlite).`);
  const draft = `${file}.moving`;
  const sqlite = new Sqlite(draft);
  sqlite.pragma("auto_vacuum = incremental");
  writeQuickly(sqlite);
  const db = wrapDatabase(sqlite);
  const holds = (table: string) => `exists (select 1 from sqlite_schema where name = '${table}')`;
  await prepare(db, holds("kysely_migration"), holds(progressTable)).finally(() => db.destroy());
  const tables = await between(await openPostgresSource(url), openSqliteTarget(draft), order);
  await rename(draft, file);
  const arrived = await openData({ dataDir });
  await order.complete(arrived).finally(() => arrived.destroy());
  const left = await openPostgres(url, { size: 1 });
  await sql`create table move_left (at text)`.execute(left).finally(() => left.destroy());
  return { tables, former: "der Datenbank unter DATABASE_URL" };
}

/** An empty database gets its schema; one that a move has begun to fill is gone on with, and any other refused. */
async function prepare(db: Db, hasRun: string, isArriving: string): Promise<void> {
  const { rows } = await sql<Record<"hasRun" | "isArriving", number>>`
    select ${sql.raw(hasRun)} as has_run, ${sql.raw(isArriving)} as is_arriving`.execute(db);
  if (rows[0]?.hasRun && !rows[0].isArriving)
    throw new StartProblem("Am Ziel liegen schon Daten eines Portals; nimm eine leere Datenbank.");
  await sql.raw(createProgress).execute(db);
  await migrateToLatest(db);
}

async function between(from: Source, to: Target, options: MoveOptions): Promise<MovedTable[]> {
  try {
    return await moveData(from, to, options);
  } finally {
    await from.close();
    await to.close();
  }
}

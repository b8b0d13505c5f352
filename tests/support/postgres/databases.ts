import { sql } from "kysely";
import type { Db } from "../../../server/db/connection.ts";
import { migrateToLatest } from "../../../server/db/migrate.ts";
import { newId } from "../../../server/db/new-id.ts";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";
import { atFileEnd } from "../file-end.ts";
import { postgresUrl } from "../servers/postgres.ts";

/** The database that is migrated and empty. */
export const template = "migrated";

/** Makes the migrated database of a server that all others are copied from. */
export async function writeTemplate(folder: string): Promise<void> {
  await onServer(folder, `create database ${template}`);
  const db = await openPostgres(postgresUrl(folder, template));
  await migrateToLatest(db);
  await db.destroy();
}

/** A migrated database of its own on a server, until the end of the test file. */
export async function clonePostgres(folder: string): Promise<Db> {
  const { url, drop } = await createPostgres(folder);
  const db = await openPostgres(url, { size: 4 });
  atFileEnd(async () => {
    await db.destroy();
    await drop();
  });
  return db;
}

async function createUntilFileEnd(folder: string, from = template): Promise<string> {
  const { url, drop } = await createPostgres(folder, { from });
  atFileEnd(drop);
  return url;
}

const beside = new Map<string, Promise<string>>();

/** The URL of the migrated database beside a data folder, which is made when it is first asked for; until the end of the file. */
export function urlBeside(folder: string, dataDir: string): Promise<string> {
  const known = beside.get(dataDir) ?? createUntilFileEnd(folder);
  beside.set(dataDir, known);
  return known;
}

/** Gives a data folder a copy of the database beside another one, which nobody may have open. */
export async function copyBeside(folder: string, from: string, to: string): Promise<void> {
  const source = new URL(await urlBeside(folder, from)).pathname.slice(1);
  beside.set(to, createUntilFileEnd(folder, source));
  await beside.get(to);
}

/** A database of its own on a server, migrated unless it is to be empty. */
export async function createPostgres(
  folder: string,
  { from = template }: { from?: string } = {},
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${newId().replaceAll("-", "")}`;
  await onServer(folder, `create database ${name} template ${from} strategy file_copy`);
  return { url: postgresUrl(folder, name), drop: () => onServer(folder, `drop database ${name} with (force)`) };
}

export async function onServer(folder: string, statement: string): Promise<void> {
  const db = await openPostgres(postgresUrl(folder, "postgres"), { size: 1 });
  await sql.raw(statement).execute(db);
  await db.destroy();
}

import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import type { Db } from "../../../server/db/connection.ts";
import { migrateToLatest } from "../../../server/db/migrate.ts";
import { newId } from "../../../server/db/new-id.ts";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";
import { atFileEnd } from "../file-end.ts";
import { account, copyData, dataOf, type PostgresServer, postgresUrl, startPostgres } from "../servers/postgres.ts";
import { removeFolder } from "../temporary-folders.ts";

/** The database that is migrated and empty. */
export const template = "migrated";

const root = path.resolve(import.meta.dirname, "../../..");
const cache = path.join(root, "node_modules/.cache/postgres");

/** A server of its own with the migrated database that all others are copied from. */
export async function startMigrated(programs: string, given: Record<string, string> = {}): Promise<PostgresServer> {
  migrated ??= migratedData(programs);
  return startPostgres(programs, given, await migrated);
}

let migrated: Promise<string> | undefined;

/** The data of a server that has the migrated database, kept until the migrations change: making it costs three copies. */
async function migratedData(programs: string): Promise<string> {
  const kept = path.join(cache, keyOf(programs));
  if (existsSync(kept)) return kept;
  const server = await startPostgres(programs);
  try {
    await onServer(server.folder, `create database ${template}`);
    const db = await openPostgres(postgresUrl(server.folder, template));
    await migrateToLatest(db);
    await db.destroy();
    await server.halt();
    await keep(dataOf(server.folder), kept);
    return kept;
  } finally {
    await server.stop();
  }
}

/** Copied aside and moved into place whole: whoever begins meanwhile never sees half of it. */
async function keep(data: string, kept: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  for (const former of globSync("*", { cwd: cache }))
    if (!former.startsWith(path.basename(kept))) removeFolder(path.join(cache, former));
  const aside = `${kept}.${process.pid}`;
  await copyData(data, aside);
  try {
    renameSync(aside, kept);
  } catch (error) {
    removeFolder(aside);
    // Another worker was the first.
    if (!existsSync(kept)) throw error;
  }
}

/** What it was made by: these programs, whoever runs them, and the migrations with the code that applies them. */
function keyOf(programs: string): string {
  const hash = createHash("sha256").update(`${programs} ${account?.uid ?? process.getuid?.()}`);
  for (const name of globSync(["migrations/*.ts", "server/db/**/*.ts"], { cwd: root }).sort())
    hash.update(name).update(readFileSync(path.join(root, name)));
  return hash.digest("hex").slice(0, 16);
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

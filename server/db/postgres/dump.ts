import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, globSync } from "node:fs";
import { devNull } from "node:os";
import path from "node:path";
import type pg from "pg";
import { StartProblem } from "../../start-problem.ts";
import type { DatabaseContents } from "../copy-database.ts";
import { timeColumns } from "../copy-database.ts";
import { insist, isLost } from "./lost-connections.ts";

/** The server or this host is why a copy was not made or looked into; that says nothing of what lies in it. */
export class UntriedDump extends StartProblem {}

/** Where distributions put them; the newest first, since an older one refuses a newer server. */
const folders = () => [
  ...globSync("/usr/lib/postgresql/*/bin").sort((one, other) => versionOf(other) - versionOf(one)),
  ...globSync("/usr/pgsql-*/bin").sort().reverse(),
  ...["/usr/local/bin", "/usr/bin", "/opt/homebrew/bin"],
];
const versionOf = (folder: string) => Number(/\d+/.exec(folder)?.[0]);

function findProgram(name: "pg_dump" | "pg_restore"): string | undefined {
  return folders()
    .map((folder) => path.join(folder, name))
    .find(existsSync);
}

/** Whether this host can copy a database of Postgres. */
export const canDump = (): boolean => findProgram("pg_dump") !== undefined;

const open = async (url: string): Promise<pg.Client> => {
  const { default: driver } = await import("pg");
  const client = new driver.Client({ connectionString: url, application_name: "techcenter copy", keepAlive: true });
  // Whoever waits for an answer is told.
  client.on("error", () => undefined);
  await insist(() => client.connect(), {});
  return client;
};

async function using<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await open(url);
  try {
    return await work(client);
  } catch (cause) {
    if (!isLost(cause)) throw cause;
    const { message } = cause as Error;
    throw new UntriedDump(`Die Verbindung zur Datenbank unter DATABASE_URL ist abgebrochen: ${message}`, { cause });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Runs a program of Postgres; its password is in its environment, where other accounts do not see it. */
async function run(name: "pg_dump" | "pg_restore", url: string | undefined, args: readonly string[]): Promise<void> {
  const program = findProgram(name);
  if (!program)
    throw new UntriedDump(
      `${name} fehlt auf diesem Rechner: Installiere das Paket postgresql-client, mindestens in der Version des Servers.`,
    );
  const target = url === undefined ? undefined : new URL(url);
  const password = target && decodeURIComponent(target.password);
  if (target) target.password = "";
  const child = spawn(program, [...(target ? [`--dbname=${target.href}`, "--no-password"] : []), ...args], {
    env: { NODE_ENV: "production", LC_ALL: "C", ...(password && { PGPASSWORD: password }) },
    stdio: ["ignore", "ignore", "pipe"],
    windowsHide: true,
  });
  let said = "";
  child.stderr.on("data", (text) => {
    said = (said + text).slice(-2000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code === 0) return;
  const Failure = said.includes("unsupported version") ? UntriedDump : StartProblem;
  throw new Failure(`${name} ist gescheitert: ${said.trim() || `Code ${code}`}`);
}

export interface DumpedDatabase {
  contents: DatabaseContents;
  /** The last migration that it has seen; undefined for what is no portal's. */
  migration: string | undefined;
  /** The confirmed uploads in the order of their keys. */
  uploadKeys: string[];
}

/** Copies a database that others may be writing into a file, and says what is in it: both see the same moment. */
export function dumpPostgres(url: string, file: string): Promise<DumpedDatabase> {
  return using(url, async (client) => {
    await client.query("begin isolation level repeatable read read only");
    const { rows } = await client.query<{ id: string }>("select pg_export_snapshot() as id");
    const seen = await look(client);
    // What went aside stays out of it.
    const args = [
      "--format=custom",
      "--no-owner",
      "--no-privileges",
      "--exclude-schema=before-*",
      "--exclude-schema=rolled-*",
    ];
    await run("pg_dump", url, [...args, `--snapshot=${rows[0]?.id}`, `--file=${file}`]);
    return seen;
  });
}

/** What lies in a database. */
export const lookIntoPostgres = (url: string): Promise<DumpedDatabase> => using(url, look);

async function look(client: pg.Client): Promise<DumpedDatabase> {
  const list = async (text: string) =>
    (await client.query<[string]>({ text, rowMode: "array" })).rows.map(([one]) => one);
  const { rows: tables } = await client.query<{ table: string; columns: string[] }>(`
    select c.relname as table, array_agg(a.attname::text) as columns
    from pg_class as c inner join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1 order by 1`);
  const contents: DatabaseContents = { counts: {}, newest: {} };
  for (const { table, columns } of tables) {
    contents.counts[table] = Number((await list(`select count(*) from "${table}"`))[0]);
    const column = timeColumns.find((name) => columns.includes(name));
    const [newest] = column ? await list(`select max("${column}") from "${table}"`) : [];
    if (typeof newest === "string") contents.newest[table] = newest;
  }
  const isPortal = tables.some(({ table }) => table === "kysely_migration");
  return {
    contents,
    migration: isPortal ? (await list("select max(name) from kysely_migration"))[0] : undefined,
    uploadKeys: isPortal ? await list("select key from files where confirmed_at is not null order by key") : [],
  };
}

const probes = "techcenter_probe_";
const daySeconds = 86_400;

/** Puts a copy into a database of its own beside another one, for as long as it takes to look at it. */
export async function restoreApart(url: string, file: string): Promise<{ url: string; drop(): Promise<void> }> {
  const seconds = Math.floor(Date.now() / 1000);
  const name = `${probes}${seconds}_${randomBytes(4).toString("hex")}`;
  await using(url, async (client) => {
    await dropForgotten(client, seconds);
    await client
      .query(`create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`)
      .catch((cause: Error & { code?: string }) => {
        if (cause.code !== "42501") throw cause;
        throw new StartProblem(
          "Der Datenbank-Benutzer des Portals darf keine Datenbank anlegen (CREATEDB); ohne das lässt sich kein Backup zur Probe zurückspielen.",
          { cause },
        );
      });
  });
  const apart = new URL(url);
  apart.pathname = `/${name}`;
  const drop = () =>
    using(url, async (client) => void (await client.query(`drop database if exists ${name} with (force)`)));
  try {
    await run("pg_restore", apart.href, ["--no-owner", "--no-privileges", "--exit-on-error", file]);
    return { url: apart.href, drop };
  } catch (error) {
    await drop().catch(() => undefined);
    if ((await isWhole(file)) && error instanceof Error && !refusedRows.test(error.message))
      throw new UntriedDump(error.message, { cause: error });
    throw error;
  }
}

/** What a server says of rows that it does not take, in the languages that it may speak. */
const refusedRows =
  /violates|duplicate key|could not create unique|invalid byte sequence|verletzt|doppelte|ungültige Byte/;

/** Also where this host cannot tell. */
const isWhole = (file: string): Promise<boolean> =>
  checkDump(file).then(
    () => true,
    (error: unknown) => error instanceof UntriedDump,
  );

/** What a run that was killed has left behind. */
async function dropForgotten(client: pg.Client, seconds: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname like '${probes}%' and datdba = current_user::regrole`,
  );
  for (const { name } of rows)
    if (seconds - Number(name.slice(probes.length).split("_")[0]) > daySeconds)
      await client.query(`drop database if exists "${name}" with (force)`);
}

/**
 * Puts a copy in the place of what a database holds, which goes aside into a schema of that name. May be cut at any moment
 * and is then finished by the next call: either all of the copy is there or nothing of it. Nobody may use the database.
 */
export async function putDump(url: string, file: string, aside: string): Promise<void> {
  const isThere = await using(url, async (client) => {
    await client.query("begin");
    const { rows } = await client.query<{ aside: boolean; portal: boolean }>(
      "select to_regnamespace($1) is not null as aside, to_regclass('public.kysely_migration') is not null as portal",
      [`"${aside}"`],
    );
    if (!rows[0]?.aside) await client.query(`alter schema public rename to "${aside}"; create schema public`);
    await client.query("commit");
    return rows[0]?.aside && rows[0].portal;
  });
  if (isThere) return;
  await run("pg_restore", url, ["--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error", file]);
}

/** Reads a copy from its beginning to its end; a StartProblem where it is not whole. */
export const checkDump = (file: string): Promise<void> => run("pg_restore", undefined, [`--file=${devNull}`, file]);

/** The last migration that a database has seen; undefined for what is no portal's. */
export const readMigrationOn = (url: string): Promise<string | undefined> => using(url, lastMigration);

async function lastMigration(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ portal: boolean }>(
    "select to_regclass('public.kysely_migration') is not null as portal",
  );
  if (!rows[0]?.portal) return undefined;
  return (await client.query<{ name: string }>("select max(name) as name from kysely_migration")).rows[0]?.name;
}

/** Removes a schema that went aside where nothing lies in it; returns whether something does. */
export function keepAside(url: string, aside: string): Promise<boolean> {
  return using(url, async (client) => {
    const { rowCount } = await client.query("select from pg_class where relnamespace = to_regnamespace($1)", [
      `"${aside}"`,
    ]);
    if (rowCount) return true;
    await client.query(`drop schema if exists "${aside}"`);
    return false;
  });
}

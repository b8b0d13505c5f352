import { existsSync, readFileSync } from "node:fs";
import { copyFile, readdir, rm } from "node:fs/promises";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { z } from "zod";
import { databaseFile } from "../../db/connection.ts";
import { copyDatabase, emptyLog, findDamage, readMigration } from "../../db/copy-database.ts";
import type { DataPlace } from "../../db/data-place.ts";
import { listMigrations } from "../../db/migrate.ts";
import { checkDump, putDump, readMigrationOn, UntriedDump } from "../../db/postgres/dump.ts";
import { writeTextWhole, writeWhole } from "../../durable.ts";
import { formatMoment } from "../../format-moment.ts";
import { readNextSecrets, readSecrets, readSecretsFile, replaceSecrets, writeSecrets } from "../../secrets.ts";
import { asStartProblem, StartProblem } from "../../start-problem.ts";
import { assertSpace, checksCopyOf, copiesOf, findCopy, listCopies, secretsCopyOf } from "./before-migration.ts";

/** How many databases that others took the place of are kept. */
const keptAside = 2;

/** What is under way: written once all that goes is kept, and removed once all that comes is there. */
const planSchema = z.object({
  /** The last migration of the database that goes; empty where it is too damaged to tell. */
  from: z.string(),
  /** What is wrong with it, in the words of SQLite. */
  damage: z.string().optional(),
  /** The last migration of the copy that comes. */
  to: z.string(),
  aside: z.string().regex(/^rolled-back-\d+$/),
});
type Plan = z.infer<typeof planSchema>;
const planOf = (dataDir: string) => path.join(copiesOf(dataDir), "rolling-back.json");

const readPlan = (dataDir: string): Plan | undefined =>
  existsSync(planOf(dataDir)) ? planSchema.parse(JSON.parse(readFileSync(planOf(dataDir), "utf8"))) : undefined;

/** Forgets a way back that was cut, where other data have taken the place of those that it was about. */
export const forgetRollback = (dataDir: string): Promise<void> => rm(planOf(dataDir), { force: true });

/** Refuses data of which some have gone back to a former version and others not. */
export function refuseHalfRolledBack(dataDir: string): void {
  const plan = readPlan(dataDir);
  if (plan)
    throw new StartProblem(
      `Ein „techcenter rollback“ zum Stand ${plan.to} wurde unterbrochen; rufe es aus der älteren Fassung noch einmal auf.`,
    );
}

const isDamage = (error: unknown): error is Error =>
  error instanceof Sqlite.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code);

interface Going {
  /** Its last migration; undefined for what is no portal's, and where it is too damaged to tell. */
  migration?: string | undefined;
  damage?: string;
}

async function lookAt({ dataDir, postgres }: DataPlace): Promise<Going> {
  if (postgres) return { migration: await readMigrationOn(postgres.directUrl) };
  try {
    return { migration: readMigration(databaseFile(dataDir)) };
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { damage: error.message };
  }
}

export interface RolledBack {
  /** Where what was replaced is kept, in words. */
  aside: string;
  /** What is wrong with it. */
  damage: string | undefined;
  /** From when the data are that are in place. */
  copiedAt: Date | undefined;
}

/**
 * Puts the copy of before an upgrade in the place of the database, with the checks and secrets that belong to it, and keeps
 * what it replaces. May be cut at any moment and is then finished by the next call. Nobody may have the data open.
 */
export async function rollBack(place: DataPlace): Promise<RolledBack> {
  const { dataDir, postgres } = place;
  try {
    const plan = readPlan(dataDir) ?? (await begin(place));
    if (plan.to !== (await listMigrations()).at(-1)) refuseHalfRolledBack(dataDir);
    const { migration } = await lookAt(place);
    if (plan.from === "" || migration === undefined || migration === plan.from) await putCopies(place, plan);
    await forgetRollback(dataDir);
    await removeOldAsides(dataDir);
    const aside = postgres ? `im Schema „${plan.aside}“` : `in ${asideOf(dataDir, plan)}`;
    return { aside, damage: plan.damage, copiedAt: (await findCopy(place, plan.to))?.at };
  } catch (error) {
    throw asStartProblem(error, dataDir) ?? error;
  }
}

const asideOf = (dataDir: string, { aside }: Pick<Plan, "aside">) => path.join(copiesOf(dataDir), `${aside}.sqlite`);

/** Refuses what cannot end well, and keeps all that will be replaced. */
async function begin(place: DataPlace): Promise<Plan> {
  const { dataDir, postgres } = place;
  const known = await listMigrations();
  const { migration: from, damage } = await lookAt(place);
  if (!damage && (from === undefined || known.includes(from)))
    throw new StartProblem(
      from === undefined
        ? `In ${postgres ? "der Datenbank unter DATABASE_URL" : `${dataDir} (DATA_DIR)`} liegt kein Portal, das zurückginge. Ein Backup bringt eines dorthin: techcenter restore.`
        : `Die Datenbank ist nicht neuer als diese Fassung; es gibt nichts, wovon sie zurückginge (${from}). Einen früheren Stand bringt ein Backup: techcenter list, techcenter restore.`,
    );
  if (readNextSecrets(dataDir))
    throw new StartProblem(
      "Eine Erneuerung der Schlüssel wurde unterbrochen; starte die neuere Fassung einmal, dann rufe „techcenter rollback“ auf.",
    );
  const to = known.at(-1) ?? "";
  const copy = await findCopy(place, to);
  if (!copy) throw await noCopy(place, damage);
  await assertWhole(place, copy.file);
  const database = databaseFile(dataDir);
  const going = [...(postgres ? [] : [database, `${database}-wal`]), checksOf(dataDir), `${checksOf(dataDir)}-wal`];
  const coming = [...(postgres ? [] : [copy.file]), checksCopyOf(copy.file)];
  await assertSpace(dataDir, [...going, ...coming], "Was zurückgeht, wird neben der Kopie aufgehoben");
  const name = `rolled-back-${Date.now()}`;
  try {
    const found = await keepAside(place, asideOf(dataDir, { aside: name }));
    const plan: Plan = { from: found ? "" : (from ?? ""), damage: found, to, aside: name };
    await writeTextWhole(planOf(dataDir), JSON.stringify(plan));
    return plan;
  } catch (error) {
    await removeAsides(dataDir, (aside) => aside === name);
    throw error;
  }
}

/** Keeps what will be replaced, and returns what is wrong with the database. */
async function keepAside({ dataDir, postgres }: DataPlace, aside: string): Promise<string | undefined> {
  const damage = postgres ? undefined : await keepFile(databaseFile(dataDir), aside);
  if (existsSync(checksOf(dataDir))) await keepFile(checksOf(dataDir), checksCopyOf(aside));
  const secrets = readSecrets(dataDir);
  if (secrets) writeSecrets(secretsCopyOf(aside), secrets);
  return damage;
}

/**
 * The log goes before its file does: a call that is cut in between would lose what only the log holds, and the next one take
 * what is left for what comes. Of a damaged database the bytes are kept as they are; SQLite copies nothing that it cannot read.
 */
async function keepFile(file: string, aside: string): Promise<string | undefined> {
  try {
    emptyLog(file);
    await copyDatabase(file, aside);
    return undefined;
  } catch (error) {
    if (!isDamage(error)) throw error;
    for (const end of ["", "-wal"]) if (existsSync(`${file}${end}`)) await copyFile(`${file}${end}`, `${aside}${end}`);
    return error.message;
  }
}

/** The target has to be named: the settings that know it are in the newer database. */
const fromBackup =
  "Ein früherer Stand kommt auch aus einem Backup: techcenter list --from ZIEL, techcenter restore --from ZIEL --force.";

async function noCopy(place: DataPlace, damage?: string): Promise<StartProblem> {
  const folder = copiesOf(place.dataDir);
  const copies = await listCopies(place);
  const found = copies.map(({ file, at }) => `${path.basename(file)} (${formatMoment(at)})`);
  const damaged = damage ? `Die Datenbank ${databaseFile(place.dataDir)} ist beschädigt (${damage}). ` : "";
  return new StartProblem(
    copies.length === 0
      ? `${damaged}In ${folder} liegt keine Kopie von vor einer Aktualisierung. ${fromBackup}`
      : `${damaged}Keine Kopie in ${folder} passt zu dieser Fassung; es gibt ${found.join(", ")}. Nimm die Fassung, die bis zu diesem Zeitpunkt lief. ${fromBackup}`,
  );
}

async function assertWhole({ postgres }: DataPlace, file: string): Promise<void> {
  const damage = postgres
    ? await checkDump(file).then(
        () => [],
        (error: unknown) => {
          if (error instanceof UntriedDump) throw error;
          return [error instanceof Error ? error.message : String(error)];
        },
      )
    : findDamage(file);
  if (damage.length > 0)
    throw new StartProblem(`Die Kopie ${file} ist beschädigt (${damage[0]}); nichts wurde ersetzt. ${fromBackup}`);
}

const checksOf = (dataDir: string) => path.join(dataDir, "checks.sqlite");

/** The database comes last: it tells whether there is still something to do. */
async function putCopies(place: DataPlace, { to, aside }: Plan): Promise<void> {
  const { dataDir, postgres } = place;
  const copy = await findCopy(place, to);
  if (!copy) throw await noCopy(place);
  const secrets = readSecretsFile(secretsCopyOf(copy.file), dataDir);
  if (existsSync(checksCopyOf(copy.file))) await putCopy(checksCopyOf(copy.file), checksOf(dataDir));
  if (secrets) replaceSecrets(dataDir, secrets);
  if (postgres) await putDump(postgres.directUrl, copy.file, aside);
  else await putCopy(copy.file, databaseFile(dataDir));
}

/** Puts a copy in place of a database by a rename: a crash leaves the one or the other, and the log of the former with neither. */
async function putCopy(copy: string, file: string): Promise<void> {
  await writeWhole(file, async (partial) => {
    await copyFile(copy, partial);
    for (const end of ["-wal", "-shm"]) await rm(`${file}${end}`, { force: true });
  });
}

/** Schemas of Postgres stay until somebody drops them. */
async function removeOldAsides(dataDir: string): Promise<void> {
  const names = (await readdir(copiesOf(dataDir))).filter(isOfAside).map(asideIn);
  const kept = new Set([...new Set(names)].sort().slice(-keptAside));
  await removeAsides(dataDir, (aside) => !kept.has(aside));
}

const isOfAside = (name: string) => /^rolled-back-\d+\./.test(name);
const asideIn = (name: string) => name.slice(0, name.indexOf("."));

async function removeAsides(dataDir: string, isGone: (aside: string) => boolean): Promise<void> {
  const folder = copiesOf(dataDir);
  for (const name of (await readdir(folder)).filter(isOfAside))
    if (isGone(asideIn(name))) await rm(path.join(folder, name), { force: true });
}

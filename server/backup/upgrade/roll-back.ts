import { existsSync, readFileSync } from "node:fs";
import { copyFile, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { databaseFile } from "../../db/connection.ts";
import { copyDatabase, findDamage, readMigration } from "../../db/copy-database.ts";
import type { DataPlace } from "../../db/data-place.ts";
import { listMigrations } from "../../db/migrate.ts";
import { checkDump, putDump, readMigrationOn } from "../../db/postgres/dump.ts";
import { writeTextWhole, writeWhole } from "../../durable.ts";
import { readNextSecrets, readSecrets, readSecretsFile, replaceSecrets, writeSecrets } from "../../secrets.ts";
import { StartProblem } from "../../start-problem.ts";
import { checksCopyOf, copiesOf, findCopy, listCopies, secretsCopyOf } from "./before-migration.ts";

/** How many databases that others took the place of are kept. */
const keptAside = 2;

/** What is under way: written once all that goes is kept, and removed once all that comes is there. */
const planSchema = z.object({
  /** The last migration of the database that goes. */
  from: z.string(),
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

const migrationIn = ({ dataDir, postgres }: DataPlace) =>
  postgres ? readMigrationOn(postgres.directUrl) : readMigration(databaseFile(dataDir));

/**
 * Puts the copy of before an upgrade in the place of the database, with the checks and secrets that belong to it, and
 * returns where what it replaces is kept. May be cut at any moment and is then finished by the next call. Nobody may have
 * the data open.
 */
export async function rollBack(place: DataPlace): Promise<string> {
  const { dataDir, postgres } = place;
  const plan = readPlan(dataDir) ?? (await begin(place));
  if (plan.to !== (await listMigrations()).at(-1)) refuseHalfRolledBack(dataDir);
  const there = await migrationIn(place);
  if (there === undefined || there === plan.from) await putCopies(place, plan);
  await forgetRollback(dataDir);
  await removeOldAsides(dataDir);
  return postgres ? `im Schema „${plan.aside}“` : `in ${asideOf(dataDir, plan)}`;
}

const asideOf = (dataDir: string, { aside }: Plan) => path.join(copiesOf(dataDir), `${aside}.sqlite`);

/** Refuses what cannot end well, and keeps all that will be replaced. */
async function begin(place: DataPlace): Promise<Plan> {
  const { dataDir, postgres } = place;
  const known = await listMigrations();
  const from = await migrationIn(place);
  if (from === undefined || known.includes(from))
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
  if (!copy) throw await noCopy(place);
  await assertWhole(place, copy.file);
  const plan = { from, to, aside: `rolled-back-${Date.now()}` };
  const aside = asideOf(dataDir, plan);
  if (!postgres) await copyDatabase(databaseFile(dataDir), aside);
  if (existsSync(checksOf(dataDir))) await copyDatabase(checksOf(dataDir), checksCopyOf(aside));
  const secrets = readSecrets(dataDir);
  if (secrets) writeSecrets(secretsCopyOf(aside), secrets);
  await writeTextWhole(planOf(dataDir), JSON.stringify(plan));
  return plan;
}

/** The target has to be named: the settings that know it are in the newer database. */
const fromBackup =
  "Ein früherer Stand kommt auch aus einem Backup: techcenter list --from ZIEL, techcenter restore --from ZIEL --force.";

async function noCopy(place: DataPlace): Promise<StartProblem> {
  const folder = copiesOf(place.dataDir);
  const copies = await listCopies(place);
  return new StartProblem(
    copies.length === 0
      ? `In ${folder} liegt keine Kopie von vor einer Aktualisierung. ${fromBackup}`
      : `Keine Kopie in ${folder} passt zu dieser Fassung; es gibt ${copies.join(", ")}. Nimm die Fassung dazu. ${fromBackup}`,
  );
}

async function assertWhole({ postgres }: DataPlace, file: string): Promise<void> {
  const damage = postgres
    ? await checkDump(file).then(
        () => [],
        (error: unknown) => [error instanceof Error ? error.message : String(error)],
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
  const folder = copiesOf(dataDir);
  const names = (await readdir(folder)).filter((name) => /^rolled-back-\d+\./.test(name));
  const asides = [...new Set(names.map((name) => name.slice(0, name.indexOf("."))))].sort();
  const kept = new Set(asides.slice(-keptAside));
  for (const name of names)
    if (!kept.has(name.slice(0, name.indexOf(".")))) await rm(path.join(folder, name), { force: true });
}

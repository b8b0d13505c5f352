import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Migration } from "kysely/migration";
import { Migrator } from "kysely/migration";
import { asStartProblem, StartProblem } from "../start-problem.ts";
import type { Db } from "./connection.ts";

const folder = path.resolve(import.meta.dirname, "../../migrations");

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".ts")).sort();
  const entries = files.map(
    async (file) => [file.replace(/\.ts$/, ""), await import(path.join(folder, file))] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/** The names of all migrations of this version, in their order. */
export const listMigrations = async (): Promise<string[]> => Object.keys(await readMigrations());

/** Brings the database to the newest schema and returns the names of what it applied; a database newer than the code is a StartProblem. */
export async function migrateToLatest(db: Db, dataDir = ""): Promise<string[]> {
  const migrations = await readMigrations();
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error instanceof Error && /previously executed migration .* is missing/.test(error.message)) {
    throw new StartProblem(
      `Die Datenbank ist neuer als dieses Programm; starte die neuere Fassung, oder stelle mit „techcenter rollback“ die Kopie ${Object.keys(migrations).sort().at(-1)} von vor der Aktualisierung wieder her.`,
      {
        cause: error,
      },
    );
  }
  if (error)
    throw (
      asStartProblem(error, dataDir) ??
      new StartProblem("Die Datenbank ließ sich nicht auf den neuesten Stand bringen.", { cause: error })
    );
  return (results ?? []).map((result) => result.migrationName);
}

/** Whether every migration of the code has run. */
export async function isMigrated(db: Db): Promise<boolean> {
  const migrations = await readMigrations();
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  return (await migrator.getMigrations()).every((migration) => migration.executedAt !== undefined);
}

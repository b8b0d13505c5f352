import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

export interface Places {
  migrations?: string;
  build?: string;
}

/** Named after the migrations that it has been through, so that one of other migrations is never taken. */
export function readyFile({
  migrations = path.join(root, "migrations"),
  build = path.join(root, "build/server"),
}: Places = {}): string {
  const hash = createHash("sha256");
  const names = readdirSync(migrations).filter((name) => name.endsWith(".ts"));
  for (const name of names.sort()) hash.update(name).update(readFileSync(path.join(migrations, name)));
  return path.join(build, `new-database.${hash.digest("hex").slice(0, 16)}.sqlite`);
}

/** Hands out the database that the build has made, migrated as of then; undefined where there is none. */
export function findReadyDatabase(places?: Places): (() => Promise<Uint8Array>) | undefined {
  const file = readyFile(places);
  return existsSync(file) ? async () => migratedAt(await readFile(file), new Date()) : undefined;
}

/** The same database, whose migrations were applied at a moment. */
export async function migratedAt(bytes: Uint8Array, at: Date): Promise<Uint8Array> {
  const { default: Sqlite } = await import("better-sqlite3");
  const sqlite = new Sqlite(Buffer.from(bytes));
  try {
    sqlite.prepare("update kysely_migration set timestamp = ?").run(at.toISOString());
    return new Uint8Array(sqlite.serialize());
  } finally {
    sqlite.close();
  }
}

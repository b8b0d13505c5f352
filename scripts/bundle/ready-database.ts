import { existsSync, globSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { writeWhole } from "../../server/durable.ts";
import { migratedAt, type Places, readyFile } from "../../server/portal/ready-database.ts";

/**
 * Puts the database of a new portal into a build that has none of these migrations, so that its first start need not run
 * them. It is the same whenever it is made; when the migrations were applied is written with the start.
 */
export async function writeReadyDatabase(places: Places = {}): Promise<void> {
  const file = readyFile(places);
  if (existsSync(file)) return;
  // A start that finds it there reads no migrations for it.
  const { migrateInMemory } = await import("../../server/portal/migrate-in-memory.ts");
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const former = globSync("new-database.*.sqlite", { cwd: folder });
  const dated = await migratedAt(await migrateInMemory(), new Date(0));
  await writeWhole(file, (partial) => writeFile(partial, compacted(dated)));
  for (const name of former) await rm(path.join(folder, name), { force: true });
}

/** Unused bytes between rows would tell when it was made. */
function compacted(bytes: Uint8Array): Uint8Array {
  const sqlite = new Sqlite(Buffer.from(bytes));
  sqlite.exec("vacuum");
  const made = new Uint8Array(sqlite.serialize());
  sqlite.close();
  return made;
}

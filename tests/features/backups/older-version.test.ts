import { globSync } from "node:fs";
import path from "node:path";
import { type Migration, Migrator } from "kysely/migration";
import { expect, it } from "vitest";
import { finishRestore, stageRestore } from "../../../server/backup/restore.ts";
import { tryOut } from "../../../server/backup/try-out.ts";
import { migrateSafely } from "../../../server/backup/upgrade/migrate-safely.ts";
import { verify } from "../../../server/backup/verify.ts";
import { openDatabase } from "../../../server/db/connection.ts";
import { isMigrated, listMigrations } from "../../../server/db/migrate.ts";
import { loadSecrets } from "../../../server/secrets.ts";
import { findUnreadableSecrets } from "../../../server/settings/unreadable-secrets.ts";
import { openBackupDesk } from "../../support/backups/data-folder.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const folder = path.resolve(import.meta.dirname, "../../../migrations");

/** A portal as the version that ended with so many migrations has left it, with somebody in it. */
async function aPortalOf(migrationCount: number): Promise<string> {
  const dataDir = temporaryFolder("older");
  const files = globSync("*.ts", { cwd: folder }).sort().slice(0, migrationCount);
  const migrations: Record<string, Migration> = {};
  for (const file of files) migrations[path.basename(file, ".ts")] = await import(path.join(folder, file));
  const db = openDatabase(dataDir);
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest();
  if (error) throw error;
  const at = "2026-05-04T08:00:00.000Z";
  await db
    .insertInto("users")
    .values({ id: "u1", email: "jana@agentur.example", name: "Jana", role: "admin", createdAt: at, joinedAt: at })
    .execute();
  await db.destroy();
  loadSecrets(dataDir);
  return dataDir;
}

it("a backup of an older version passes the test of this one, and is brought to its state once restored", async () => {
  const migrations = await listMigrations();
  const dataDir = await aPortalOf(migrations.length - 20);
  const desk = await openBackupDesk(dataDir);
  await desk.run();
  const { target, identity } = desk;
  const scratch = path.join(temporaryFolder("scratch"), "portal");
  const { faults } = await verify({
    target,
    identity,
    scratch,
    samples: "all",
    tryOut: (place) => tryOut(place, findUnreadableSecrets),
  });
  expect(faults).toEqual([]);

  const elsewhere = temporaryFolder("restored");
  await stageRestore({ dataDir: elsewhere, target, identity, now: new Date(), migrations });
  await finishRestore({ dataDir: elsewhere });
  const { db, applied } = await migrateSafely(elsewhere, openDatabase);
  expect(applied).toEqual(migrations.slice(-20));
  expect(await isMigrated(db)).toBe(true);
  expect(await db.selectFrom("users").select("name").execute()).toEqual([{ name: "Jana" }]);
  await db.destroy();
});

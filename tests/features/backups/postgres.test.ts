import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hourMs } from "../../../contract/time/durations.ts";
import { isCircumstance } from "../../../server/backup/backup-problem.ts";
import { createIdentity, recipientOf } from "../../../server/backup/encryption.ts";
import { finishRestore, stageRestore } from "../../../server/backup/restore.ts";
import { openLocalFolder } from "../../../server/backup/targets/local-folder.ts";
import { migrateOnPostgres } from "../../../server/backup/upgrade/migrate-safely.ts";
import { openStoreFile, storeFile } from "../../../server/checks/store/open-store.ts";
import { listMigrations } from "../../../server/db/migrate.ts";
import { dumpPostgres, lookIntoPostgres, restoreApart } from "../../../server/db/postgres/dump.ts";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";
import { claimRun } from "../../../server/features/backups/claims.ts";
import { loadSecrets } from "../../../server/secrets.ts";
import { uploadFile } from "../../support/backups/data-folder.ts";
import { techcenter } from "../../support/cli/command-line.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { createPostgres, onServer, startMigrated } from "../../support/postgres/databases.ts";
import { findPostgres, type PostgresServer } from "../../support/servers/postgres.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const programs = findPostgres();
const reason = programs ? "" : " (skipped: Debian's postgresql is not installed)";

describe.skipIf(!programs)(`a backup of a portal on Postgres${reason}`, () => {
  let server: PostgresServer;
  let dataDir: string;
  let url: string;
  let key: string;
  let identity: string;
  const target = temporaryFolder("target");
  const empty = async () => (await createPostgres(server.folder, { from: "template1" })).url;
  const host = (args: string[], place = { dataDir, url }, answers: string[] = []) =>
    techcenter(args, { dataDir: place.dataDir, env: { DATABASE_URL: place.url }, answers });
  const urls = (url: string) => ({ url, directUrl: url });

  beforeAll(async () => {
    server = await startMigrated(programs ?? "");
    atFileEnd(server.stop);
    ({ url } = await createPostgres(server.folder));
    dataDir = temporaryFolder("backup");
    loadSecrets(dataDir);
    openStoreFile(storeFile(dataDir)).close();
    identity = await createIdentity();
    key = await fill();
    const made = await host(["backup", "--to", target, "--recipient", await recipientOf(identity)]);
    expect(made).toMatchObject({ code: 0, printed: expect.stringContaining("1 Datei") });
  });

  /** A person and an upload of theirs. */
  async function fill(): Promise<string> {
    const db = await openPostgres(url);
    const at = "2026-11-20T09:00:00.000Z";
    const person = { id: "jana", email: "jana@agentur.example", name: "Jana", role: "admin" as const };
    await db
      .insertInto("users")
      .values({ ...person, createdAt: at, joinedAt: at })
      .execute();
    const upload = randomBytes(32).toString("base64url");
    await sql`insert into files (key, filename, mime_type, size, purpose, created_by_id, created_at, received_at, checked_at,
        confirmed_at, owner) values (${upload}, 'a.pdf', 'application/pdf', 5, 'attachment', 'jana', ${at}, ${at}, ${at}, ${at}, 'user:jana')`.execute(
      db,
    );
    await db.destroy();
    mkdirSync(path.dirname(uploadFile(dataDir, upload)), { recursive: true });
    writeFileSync(uploadFile(dataDir, upload), "Hallo");
    return upload;
  }

  it("is made by one of those who begin it at the same moment", async () => {
    const db = await openPostgres((await createPostgres(server.folder)).url, { size: 8 });
    onTestFinished(() => db.destroy());
    for (let round = 0; round < 10; round += 1) {
      const now = new Date(Date.parse("2026-11-20T09:00:00.000Z") + round * hourMs);
      const claims = await Promise.all(Array.from({ length: 8 }, () => claimRun(db, "backup", now)));
      expect(claims.filter(Boolean)).toHaveLength(1);
    }
  });

  it("is listed, and tried out in a database of its own that is gone afterwards", async () => {
    expect((await host(["list", "--from", target])).printed).toMatch(/^\d{8}T\d{6}Z-/);
    const verified = await host(["verify", "--from", target]);
    expect(verified).toMatchObject({ code: 0, printed: expect.stringContaining("lässt sich zurückspielen") });
    const db = await openPostgres(url);
    onTestFinished(() => db.destroy());
    const { rows } = await sql`select from pg_database where datname like 'techcenter_probe_%'`.execute(db);
    expect(rows).toEqual([]);
  });

  it("says what the account of the database may not do", async () => {
    await onServer(server.folder, "create role modest login");
    const modest = url.replace("techcenter@", "modest@");
    expect((await host(["verify", "--from", target], { dataDir, url: modest })).noted).toContain("CREATEDB");
  });

  it("is not called damaged where the server ends a test of it", async () => {
    const { default: driver } = await import("pg");
    const client = new driver.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const verifying = host(["verify", "--from", target]);
    let isOver = false;
    void verifying.then(() => {
      isOver = true;
    });
    const end = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pg_restore'";
    while (!isOver && (await client.query(end)).rowCount === 0);
    const verified = await verifying;
    expect(verified).toMatchObject({ code: 1, printed: "" });
    expect(verified.noted).toContain("Das Backup ließ sich nicht prüfen: pg_restore ist gescheitert");
  });

  it("is called so where its copy is cut, or holds rows that no server takes", async () => {
    const folder = temporaryFolder("dumps");
    const { url: other } = await createPostgres(server.folder, { from: "template1" });
    const db = await openPostgres(other, { size: 1 });
    onTestFinished(() => db.destroy());
    const define = (least: number) =>
      sql
        .raw(
          `create or replace function is_fine(n integer) returns boolean immutable language sql as 'select n > ${least}'`,
        )
        .execute(db);
    await define(0);
    await sql`create table counted (n integer check (public.is_fine(n)))`.execute(db);
    await sql`insert into counted values (5)`.execute(db);
    const sound = path.join(folder, "sound.dump");
    await dumpPostgres(other, sound);
    const apart = await restoreApart(other, sound);
    await apart.drop();

    const cut = path.join(folder, "cut.dump");
    writeFileSync(cut, readFileSync(sound).subarray(0, -200));
    await define(100);
    const refused = path.join(folder, "refused.dump");
    await dumpPostgres(other, refused);
    for (const file of [cut, refused]) {
      const failure = await restoreApart(other, file).catch((error: unknown) => error);
      expect([path.basename(file), failure, isCircumstance(failure)]).toEqual([
        path.basename(file),
        expect.objectContaining({ message: expect.stringContaining("pg_restore ist gescheitert") }),
        false,
      ]);
    }
  });

  it("comes back into an empty database and folder, and nowhere else", async () => {
    const place = { dataDir: temporaryFolder("restored"), url: await empty() };
    const args = ["restore", "--from", target];
    const file = await techcenter(args, { dataDir: place.dataDir, answers: [identity] });
    expect(file).toMatchObject({ code: 1, noted: expect.stringContaining("Setze DATABASE_URL") });
    expect((await host(args, { ...place, url }, [identity])).noted).toContain("liegt schon ein Portal");

    const restored = await host(args, place, [identity]);
    expect(restored).toMatchObject({ code: 0, printed: expect.stringContaining("1 Datei.") });
    expect(await lookIntoPostgres(place.url)).toMatchObject({ uploadKeys: [key], contents: { counts: { users: 1 } } });
    expect(readFileSync(uploadFile(place.dataDir, key), "utf8")).toBe("Hallo");
    expect(readdirSync(place.dataDir).sort()).toEqual(
      expect.arrayContaining(["backup-key.json", "checks.sqlite", "secrets.json", "uploads"]),
    );
    expect(existsSync(path.join(place.dataDir, "techcenter.dump"))).toBe(false);

    const db = await openPostgres(place.url);
    await db.updateTable("users").set({ name: "Jemand später" }).execute();
    const again = await host([...args, "--force"], place, [identity]);
    expect(again).toMatchObject({ code: 0, noted: expect.stringMatching(/im Schema „before-restore-\w+“/) });
    expect(await db.selectFrom("users").select("name").execute()).toEqual([{ name: "Jana" }]);
    const [, aside = ""] = /Schema „(.*)“/.exec(again.noted) ?? [];
    const former = await sql<{ name: string }>`select name from ${sql.raw(`"${aside}"`)}.users`.execute(db);
    expect(former.rows).toEqual([{ name: "Jemand später" }]);
    await db.destroy();
  });

  it("is put in place to its end where that was cut", async () => {
    const place = { dataDir: temporaryFolder("cut"), postgres: urls(await empty()) };
    const order = {
      ...place,
      target: await openLocalFolder(target),
      identity,
      now: new Date(),
      migrations: await listMigrations(),
    };
    await stageRestore(order);
    const { aside } = JSON.parse(readFileSync(path.join(place.dataDir, "restore/ready.json"), "utf8"));
    const db = await openPostgres(place.postgres.url, { size: 1 });
    await sql.raw(`alter schema public rename to "${aside}"; create schema public`).execute(db);
    expect(await finishRestore(place)).toMatchObject({ aside: undefined });
    expect(await db.selectFrom("users").select("name").execute()).toEqual([{ name: "Jana" }]);
    await db.destroy();
  });

  it("is made before a migration, and brings the former version back", async () => {
    const place = temporaryFolder("migrated");
    loadSecrets(place);
    const { url: other } = await createPostgres(server.folder);
    const db = await openPostgres(other);
    const last = (await listMigrations()).at(-1);
    const columns = "0109-dmarc-and-caa-of-domains";
    const former = await sql`delete from kysely_migration where name >= ${columns}`.execute(db);
    expect(Number(former.numAffectedRows)).toBeGreaterThan(0);
    // One that adds columns runs a second time, over what it has made already.
    await expect(migrateOnPostgres(db, { dataDir: place, directUrl: other })).rejects.toThrow(
      "nicht auf den neuesten Stand",
    );
    const [copy = ""] = readdirSync(path.join(place, "before-migration"));
    expect(copy).toMatch(/^\d{4}-.*\.dump$/);
    const back = { dataDir: place, url: other };
    expect((await host(["rollback"], back)).noted).toContain("nicht neuer als diese Fassung");
    await sql`insert into kysely_migration (name, timestamp) values ('9999-of-the-future', '')`.execute(db);
    expect((await host(["rollback"], back)).noted).toContain("Keine Kopie");
    renameSync(path.join(place, "before-migration", copy), path.join(place, "before-migration", `${last}.dump`));
    expect((await host(["rollback"], back)).printed).toContain("im Schema „rolled-back-");
    expect((await lookIntoPostgres(other)).migration).toBe(copy.replace(".dump", ""));
    await db.destroy();
  });

  it("brings the former version back to its end where that was cut, and refuses a copy that is not whole", async () => {
    const place = temporaryFolder("rolled");
    loadSecrets(place);
    const { url: other } = await createPostgres(server.folder);
    const back = { dataDir: place, url: other };
    const last = (await listMigrations()).at(-1) ?? "";
    const folder = path.join(place, "before-migration");
    const file = path.join(folder, `${last}.dump`);
    mkdirSync(folder);
    await dumpPostgres(other, file);
    const db = await openPostgres(other, { size: 1 });
    onTestFinished(() => db.destroy());
    await sql`insert into kysely_migration (name, timestamp) values ('9999-of-the-future', '')`.execute(db);

    const whole = readFileSync(file);
    writeFileSync(file, whole.subarray(0, whole.length - 2000));
    expect((await host(["rollback"], back)).noted).toMatch(/ist beschädigt .* nichts wurde ersetzt/);
    expect((await lookIntoPostgres(other)).migration).toBe("9999-of-the-future");

    writeFileSync(file, whole);
    writeFileSync(
      path.join(folder, "rolling-back.json"),
      JSON.stringify({ from: "9999-of-the-future", to: last, aside: "rolled-back-1" }),
    );
    await sql.raw('alter schema public rename to "rolled-back-1"; create schema public').execute(db);
    expect((await host(["rollback"], back)).printed).toContain("im Schema „rolled-back-1“");
    expect((await lookIntoPostgres(other)).migration).toBe(last);
    const asides = await sql`select from pg_namespace where nspname like 'rolled-back-%'`.execute(db);
    expect(asides.rows).toHaveLength(1);
  });
});

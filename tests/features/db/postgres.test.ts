import { sql } from "kysely";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Db } from "../../../server/db/connection.ts";
import { findDatabaseFile, readDatabaseSize } from "../../../server/db/database-size.ts";
import { listMigrations, migrateToLatest } from "../../../server/db/migrate.ts";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";
import { readPoolUse } from "../../../server/db/postgres/pool-use.ts";
import { readTable } from "../../../server/db/read-table.ts";
import { rewriteTexts } from "../../../server/db/rewrite-texts.ts";
import { readMemorySizes } from "../../../server/db/table-sizes.ts";
import { silentContext, transact } from "../../../server/db/transact.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { openOffice } from "../../support/office.ts";
import { clonePostgres, createPostgres, startMigrated } from "../../support/postgres/databases.ts";
import { findPostgres, type PostgresServer, postgresUrl } from "../../support/servers/postgres.ts";
import { firstStep, openSignInFixture } from "../../support/sign-in-fixture.ts";
import { until } from "../../support/until.ts";

const programs = findPostgres();
const reason = programs ? "" : " (skipped: Debian's postgresql is not installed)";

describe.skipIf(!programs)(`a database on Postgres${reason}`, () => {
  let server: PostgresServer;
  let db: Db;
  beforeAll(async () => {
    server = await startMigrated(programs ?? "");
    atFileEnd(server.stop);
    db = await clonePostgres(server.folder);
  });

  it("has had every migration, and none twice", async () => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    expect(rows.map(({ name }) => name)).toEqual(await listMigrations());
    expect(await migrateToLatest(db)).toEqual([]);
  });

  it("lets somebody sign in, enter a website and find it", async () => {
    const fixture = await openSignInFixture("admin", await clonePostgres(server.folder));
    onTestFinished(fixture.close);
    expect(await firstStep(fixture, { password: "ein falsches Passwort" })).toMatchObject({ ok: false });
    expect(await firstStep(fixture)).toMatchObject({ ok: true });
    const api = await fixture.office.as(fixture.jana);
    const { id } = await api.website.create({ body: { name: "Weingut Amsel", url: "https://amsel.example" } });
    const { data, totalItems } = await api.website.list({ page: 1, limit: 10, search: "gut ams" });
    expect([totalItems, data[0]?.id, data[0]?.createdBy?.label]).toEqual([1, id, fixture.jana.name]);
    expect((await api.search.find({ query: "weingut" })).hits).toMatchObject([{ type: "website", id }]);
    expect(fixture.office.signals).toContainEqual(expect.objectContaining({ event: "newWebsite" }));
  });

  it("gives numbers, flags and bytes as SQLite does", async () => {
    const { rows } = await sql<Record<string, unknown>>`select count(*) as rows, sum(2) as total, avg(3) as mean,
      9007199254740991 as big, true as yes, 1.5::double precision as half, '\\x01ff'::bytea as bytes,
      '{"a": 1}'::json as json from device_categories`.execute(db);
    const [row] = rows;
    expect(row).toEqual({
      rows: 11,
      total: 22,
      mean: 3,
      big: Number.MAX_SAFE_INTEGER,
      yes: 1,
      half: 1.5,
      bytes: Buffer.from([1, 255]),
      json: '{"a": 1}',
    });
  });

  it("keeps the history of terms", async () => {
    const values = {
      id: "t1",
      targetType: "contract",
      targetId: "c1",
      fromOn: "2026-01-01",
      toOn: "2026-12-31",
      cancelBy: null,
      anchorOn: "2026-01-01",
      anchorMonths: 12,
      priceCents: 100,
      costCents: null,
      certainty: "known",
      source: "record",
      outcome: "open",
      decision: null,
      effectiveOn: null,
      decidedById: null,
      decidedByName: null,
      decidedAt: null,
      reason: "wegen",
      createdAt: "2026-01-01T00:00:00.000Z",
    };
    await db
      .insertInto("terms")
      .values(values as never)
      .execute();
    await expect(db.updateTable("terms").set({ priceCents: 1 }).execute()).rejects.toMatchObject({ code: "23001" });
    await db.updateTable("terms").set({ reason: null }).execute();
    await db.deleteFrom("terms").execute();
  });

  describe("two transactions that count and then write", () => {
    const ctx = () => silentContext({ db, now: () => new Date("2026-11-20T09:00:00.000Z") });
    const failure = (id: string) => ({ id, subject: "ip:one", failedAt: "2026-11-20T09:00:00.000Z" });

    it("are put one after the other, and what the first attempt did is not there twice", async () => {
      const counted: number[] = [];
      let waiting = 2;
      const both = Promise.withResolvers<void>();
      const countAndWrite = (id: string) =>
        transact(ctx(), async (tx) => {
          const rows = await tx.db.selectFrom("signInFailures").select("id").execute();
          waiting -= 1;
          if (waiting === 0) both.resolve();
          await both.promise;
          counted.push(rows.length);
          await tx.db.insertInto("signInFailures").values(failure(id)).execute();
          return rows.length;
        });
      const seen = await Promise.all([countAndWrite("a"), countAndWrite("b")]);
      expect(seen.sort()).toEqual([0, 1]);
      expect(counted.length).toBeGreaterThan(2);
      expect(await db.selectFrom("signInFailures").select("id").orderBy("id").execute()).toEqual([
        { id: "a" },
        { id: "b" },
      ]);
    });

    it("are given numbers one after the other", async () => {
      const takeNumber = () =>
        transact(ctx(), async (tx) => {
          const { next } = await tx.db
            .selectFrom("auditLinks")
            .select((eb) => sql<number>`coalesce(${eb.fn.max("no")}, 0) + 1`.as("next"))
            .executeTakeFirstOrThrow();
          await tx.db
            .insertInto("auditLinks")
            .values({ no: next, changeId: `c${Math.random()}`, at: "", entryHash: "", head: "" })
            .execute();
          return next;
        });
      const wanted = Array.from({ length: 60 }, (_, index) => index + 1);
      const numbers = await Promise.all(wanted.map(takeNumber));
      expect(numbers.sort((one, other) => one - other)).toEqual(wanted);
    });

    it("are lost at most once to each other, however many there are", async () => {
      await db.insertInto("numberRanges").values({ name: "hot", next: 1 }).execute();
      let tries = 0;
      const takeNext = () =>
        transact(ctx(), async (tx) => {
          tries += 1;
          const of = tx.db.updateTable("numberRanges").where("name", "=", "hot");
          const { next } = await tx.db
            .selectFrom("numberRanges")
            .select("next")
            .where("name", "=", "hot")
            .executeTakeFirstOrThrow();
          await of.set({ next: next + 1 }).execute();
          return next;
        });
      const wanted = Array.from({ length: 100 }, (_, index) => index + 1);
      const numbers = await Promise.all(wanted.map(takeNext));
      expect(numbers.sort((one, other) => one - other)).toEqual(wanted);
      expect(tries).toBeLessThanOrEqual(2 * wanted.length);
    });

    it("are refused after a second look when a key is taken for good", async () => {
      let tries = 0;
      const take = () =>
        transact(ctx(), async (tx) => {
          tries += 1;
          await tx.db.insertInto("signInFailures").values(failure("taken")).execute();
        });
      await take();
      await expect(take()).rejects.toMatchObject({ code: "23505" });
      expect(tries).toBe(3);
    });

    it("go on after a part that failed alone", async () => {
      await transact(ctx(), async (tx) => {
        const twice = () =>
          tx.db
            .insertInto("signInFailures")
            .values([failure("c"), failure("c")])
            .execute();
        await expect(tx.attempt(twice)).rejects.toMatchObject({ code: "23505" });
        await tx.db.insertInto("signInFailures").values(failure("d")).execute();
      });
      const rows = await db.selectFrom("signInFailures").select("id").where("id", "in", ["c", "d"]).execute();
      expect(rows).toEqual([{ id: "d" }]);
    });
  });

  it("reads a table to its end, by a key of several columns or without one, and whatever is written meanwhile", async () => {
    const office = await openOffice({ db: await clonePostgres(server.folder) });
    const { db } = office.services;
    await sql`create table keyed (name text, owner text, primary key (owner, name))`.execute(db);
    for (let at = 0; at < 450; at += 1) await sql`insert into keyed values (${`${at % 3}`}, ${`o${at}`})`.execute(db);
    const read: unknown[] = [];
    for await (const row of readTable(db, "keyed", ["owner", "name"])) {
      read.push(row.owner);
      if (read.length === 1) await sql`update keyed set name = '1'`.execute(db);
    }
    expect([read.length, new Set(read).size]).toEqual([450, 450]);
    const revisions: unknown[] = [];
    for await (const row of readTable(db, "checkRevision", ["value"])) revisions.push(row);
    expect(revisions).toEqual([{ value: 0 }]);
  });

  it("rewrites what lies in any text of any table, and knows how large they are", async () => {
    const { services, hire } = await openOffice({ db: await clonePostgres(server.folder) });
    await hire({ name: "v1.alt" });
    await hire({ name: "v1.bleibt" });
    const rewrite = (text: string) => text.replace("v1.alt", "v2.neu");
    expect(await transact(silentContext(services), (tx) => rewriteTexts(tx.db, "v1.", rewrite))).toBe(1);
    const names = await services.db.selectFrom("users").select("name").orderBy("name").execute();
    expect(names.map(({ name }) => name)).toEqual(["v1.bleibt", "v2.neu"]);
    expect((await readMemorySizes(services.db)).users).toBeGreaterThan(8192);
    const size = await readDatabaseSize(services.db);
    expect(size.databaseBytes).toBeGreaterThan(8192);
    expect(size.logBytes).toBeUndefined();
    expect(await findDatabaseFile(services.db)).toBeUndefined();
  });

  it("answers reads while all its transactions wait for a lock, and lets these go on afterwards", async () => {
    const { url, drop } = await createPostgres(server.folder);
    const [db, other] = [await openPostgres(url, { size: 4 }), await openPostgres(url, { size: 1 })];
    onTestFinished(async () => {
      for (const each of [db, other]) await each.destroy();
      await drop();
    });
    const asked = 12;
    const names = Array.from({ length: asked }, (_, index) => `range ${index}`);
    const [gate, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const lock = other.transaction().execute(async (tx) => {
      await sql`lock table kysely_migration_lock in access exclusive mode`.execute(tx);
      waiting.resolve();
      await gate.promise;
    });
    await waiting.promise;
    const ctx = silentContext({ db, now: () => new Date() });
    const writes = names.map((name) =>
      transact(ctx, (tx) => tx.db.insertInto("numberRanges").values({ name, next: 1 }).execute()),
    );
    await until(() => expect(readPoolUse(db)).toMatchObject({ busy: 3, waiting: asked - 3 }));
    expect(await db.selectFrom("numberRanges").select("name").where("name", "in", names).execute()).toEqual([]);
    gate.resolve();
    await lock;
    await Promise.all(writes);
    expect(await db.selectFrom("numberRanges").select("name").where("name", "in", names).execute()).toHaveLength(asked);
    expect(readPoolUse(db)).toMatchObject({ busy: 0, waiting: 0 });
  });

  it("limits what a transaction may take, and nothing beyond it", async () => {
    const limit = async (on: Pick<Db, "executeQuery" | "getExecutor">) =>
      (await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(on as Db)).rows[0]
        ?.limit;
    const ctx = silentContext({ db, now: () => new Date() });
    expect(await transact(ctx, (tx) => limit(tx.db))).toBe("30s");
    expect(await limit(db)).toBe("0");
  });

  it("is refused where it sorts text by the rules of a language", async () => {
    await sql.raw("create database by_language template template0 lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'").execute(db);
    await expect(openPostgres(postgresUrl(server.folder, "by_language"))).rejects.toThrow("LC_COLLATE 'C'");
    await expect(openPostgres(postgresUrl(server.folder, "nowhere"))).rejects.toThrow("nicht zu erreichen");
  });
});

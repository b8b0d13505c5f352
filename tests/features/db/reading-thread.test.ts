import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { type Db, openDatabase } from "../../../server/db/connection.ts";
import { inReadingThread, noteFile, readerOf } from "../../../server/db/reading-thread.ts";
import { openTestDatabase, writeTestDatabase } from "../../support/database.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";
import { threadAnswersDuring } from "../../support/threads/thread-answers.ts";

let db: Db;
beforeEach(async () => {
  const dataDir = temporaryFolder("reading");
  await writeTestDatabase(dataDir);
  db = openDatabase(dataDir);
  return () => db.destroy();
});

const counted = sql<{ manyRows: number }>`
  with recursive n (i) as (select 1 union all select i + 1 from n where i < 400000) select count(*) as many_rows from n`;

it("looks through much beside the requests of others", async () => {
  expect(await threadAnswersDuring(() => counted.execute(db))).toEqual([]);
  expect(await threadAnswersDuring(() => counted.execute(inReadingThread(db)))).toEqual([
    expect.objectContaining({ rows: [{ many_rows: 400_000 }] }),
  ]);
  expect((await counted.execute(inReadingThread(db))).rows).toEqual([{ manyRows: 400_000 }]);
});

it("sees what was committed, with the names and values of every other query", async () => {
  const at = "2026-11-20T09:00:00.000Z";
  await db.insertInto("discoveries").values({ id: "one", createdById: null, createdAt: at }).execute();
  const read = (from: Db) => from.selectFrom("discoveries").selectAll().where("createdAt", "=", at).execute();
  expect(await read(inReadingThread(db))).toEqual(await read(db));
  expect(await read(inReadingThread(db))).toEqual([{ id: "one", createdById: null, createdAt: at }]);
});

it("writes nothing, and reads in place where there is no file, in a transaction and where the thread fails", async () => {
  const inMemory = await openTestDatabase();
  expect(inReadingThread(inMemory)).toBe(inMemory);
  await db.transaction().execute(async (trx) => {
    expect(inReadingThread(trx)).toBe(trx);
  });
  await expect(
    inReadingThread(db)
      .transaction()
      .execute(async () => undefined),
  ).rejects.toThrow("only reads");
  noteFile(inMemory, "/nowhere/techcenter.sqlite");
  expect((await counted.execute(inReadingThread(inMemory))).rows).toEqual([{ manyRows: 400_000 }]);
});

it("says what is wrong with a query as every other does", async () => {
  await expect(sql`select name from nowhere`.execute(inReadingThread(db))).rejects.toThrow("no such table");
});

it("looks through large tables, and leaves small ones and databases without a file where they are", async () => {
  const at = "2026-11-20T09:00:00.000Z";
  expect(await readerOf(db, "discoveries")).toBe(db);
  await sql`insert into discoveries (rowid, id, created_at) values (20001, 'one', ${at})`.execute(db);
  expect(await readerOf(db, "discoveries")).toBe(inReadingThread(db));
  expect(await readerOf(await openTestDatabase(), "discoveries")).not.toBe(inReadingThread(db));
});

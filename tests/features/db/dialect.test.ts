import { type Compilable, type Expression, type RawBuilder, type RootOperationNode, sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { type Db, openDatabase } from "../../../server/db/connection.ts";
import { byEngine } from "../../../server/db/dialect/by-engine.ts";
import { PostgresCompiler } from "../../../server/db/dialect/compilers.ts";
import { daysBetween } from "../../../server/db/dialect/dates.ts";
import { neverEmpty } from "../../../server/db/dialect/empty-values.ts";
import { isLocked } from "../../../server/db/dialect/error-codes.ts";
import {
  eachObject,
  eachString,
  jsonArrayOf,
  jsonArrayWith,
  jsonObject,
  jsonSetOf,
  jsonText,
  stringsOf,
} from "../../../server/db/dialect/json.ts";
import { larger } from "../../../server/db/dialect/numbers.ts";
import { orderedJoin, unindexed } from "../../../server/db/dialect/planning.ts";
import { databaseBytes, engineVersion } from "../../../server/db/dialect/server.ts";
import { escapeLike, isLike, matchesTyped, positionOf } from "../../../server/db/dialect/text.ts";
import { inSql } from "../../../server/db/names.ts";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";
import { asProblem } from "../../../server/problem.ts";
import { writeTestDatabase } from "../../support/database.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { findPostgres, postgresUrl, startPostgres } from "../../support/servers/postgres.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

let db: Db;
beforeAll(async () => {
  db = await openSqlite();
});

/** A migrated database of SQLite, whichever engine the run has. */
async function openSqlite(): Promise<Db> {
  const folder = temporaryFolder("dialect");
  await writeTestDatabase(folder);
  const opened = openDatabase(folder);
  atFileEnd(() => opened.destroy());
  return opened;
}

const onPostgres = (statement: RawBuilder<unknown>) => compiled(statement.compile(db).query);
const compiled = (query: RootOperationNode) => new PostgresCompiler().compileQuery(query, { queryId: "" });

describe("an expression that each engine writes in its own way", () => {
  const which = byEngine<string>("test.which", {
    sqlite: (text) => sql`('sqlite ' || ${text})`,
    postgres: (text, other) => sql`concat(${other}, ${text})`,
  });

  it("is chosen where the statement is compiled, with the parameters that the engine needs", () => {
    const statement = sql`select ${which("one", sql`${"two"}`)} from ${sql.table("deviceCategories")}`;
    const sqlite = statement.compile(db);
    expect([sqlite.sql, sqlite.parameters]).toEqual([`select ('sqlite ' || +?) from "device_categories"`, ["one"]]);
    const postgres = onPostgres(statement);
    expect([postgres.sql, postgres.parameters]).toEqual([
      `select concat($1, $2) from "device_categories"`,
      ["two", "one"],
    ]);
  });

  it("may stand within another one, and within a builder", async () => {
    const query = db
      .selectFrom("deviceCategories")
      .select(which(which(sql.ref("title"))).as("title"))
      .limit(1);
    expect(query.compile().sql).toBe(
      `select ('sqlite ' || ('sqlite ' || "title")) as "title" from "device_categories" limit +?`,
    );
    expect((await query.executeTakeFirst())?.title).toMatch(/^sqlite sqlite ./);
  });

  it("has a name of its own", () => {
    expect(() => byEngine("test.which", { sqlite: () => sql`1`, postgres: () => sql`1` })).toThrow("two expressions");
  });
});

const programs = findPostgres();

async function openServer(): Promise<Db> {
  const server = await startPostgres(programs ?? "");
  atFileEnd(server.stop);
  const opened = await openPostgres(postgresUrl(server.folder, "postgres"));
  atFileEnd(() => opened.destroy());
  return opened;
}

const engines = {
  SQLite: { open: openSqlite, isSkipped: false, reason: "" },
  Postgres: {
    open: openServer,
    isSkipped: !programs,
    reason: programs ? "" : " (skipped: Debian's postgresql is not installed)",
  },
};

describe.each(Object.entries(engines))("on %s", (_, { open, isSkipped, reason }) => {
  describe.skipIf(isSkipped)(`expressions${reason}`, () => {
    let engine: Db;
    beforeAll(async () => {
      engine = await open();
    });
    const resultOf = async (expression: Expression<unknown>) =>
      (await sql<{ value: unknown }>`select ${expression} as value`.execute(engine)).rows[0]?.value;

    describe("JSON", () => {
      const list = JSON.stringify([{ id: "a", n: 1 }, { id: "b" }]);

      it("is a list of strings to look in", async () => {
        expect(await resultOf(sql`'b' in ${stringsOf('["a","b"]')}`)).toBe(1);
        expect(await resultOf(sql`'c' in ${stringsOf("[]")}`)).toBe(0);
      });

      it("is rows of strings and of objects", async () => {
        const strings = await sql`select s.value from ${eachString('["a","b"]')} as s`.execute(engine);
        expect(strings.rows).toEqual([{ value: "a" }, { value: "b" }]);
        const objects = await sql`select o.value ->> 'id' as id from ${eachObject(list)} as o`.execute(engine);
        expect(objects.rows).toEqual([{ id: "a" }, { id: "b" }]);
        const within =
          await sql`select o.value ->> 'id' as id from ${eachObject(`{"x":{"y":${list}}}`, "x", "y")} as o`.execute(
            engine,
          );
        expect(within.rows).toEqual(objects.rows);
      });

      it("tells what stands under a key", async () => {
        expect(await resultOf(jsonText('{"a":{"b":"c"}}', "a", "b"))).toBe("c");
        expect(await resultOf(jsonText('{"a":null}', "a", "b"))).toBeNull();
      });

      it("gathers rows", async () => {
        const rows = sql`(select 'b' as id union all select 'a' union all select 'a') as r`;
        const gathered = await sql<
          Record<string, string>
        >`select ${jsonArrayOf(sql`r.id`)} as every, ${jsonSetOf(sql`r.id`)} as once,
      ${jsonArrayOf(jsonObject({ key: sql`r.id` }))} as objects from ${rows}`.execute(engine);
        const [row = {}] = gathered.rows;
        expect(JSON.parse(row.every ?? "")).toEqual(["b", "a", "a"]);
        expect(JSON.parse(row.once ?? "").sort()).toEqual(["a", "b"]);
        expect(JSON.parse(row.objects ?? "")).toEqual([{ key: "b" }, { key: "a" }, { key: "a" }]);
        expect(await resultOf(sql`(select ${jsonArrayOf(sql`r.id`)} from ${rows} where r.id = 'c')`)).toBe("[]");
        expect(await resultOf(jsonArrayWith(sql`'a'`))).toBe('["a"]');
      });
    });

    it("finds where a text holds another", async () => {
      expect(await resultOf(positionOf("abc", "c"))).toBe(3);
      expect(await resultOf(positionOf("abc", "d"))).toBe(0);
    });

    it("takes the larger of two numbers, and none where one is unknown", async () => {
      expect(await resultOf(larger(sql`2`, sql`10`))).toBe(10);
      expect(await resultOf(larger(sql`2`, sql`null`))).toBeNull();
    });

    it("counts the days between dates and moments", async () => {
      expect(await resultOf(daysBetween("2026-02-27", "2026-03-01"))).toBe(2);
      expect(await resultOf(daysBetween("2026-03-01T12:00:00.000Z", "2026-03-01"))).toBe(-0.5);
    });

    it("folds the case of ASCII letters in patterns, and of all letters in what was typed", async () => {
      expect(await resultOf(isLike("a 50% B", `%${escapeLike("50% b")}%`))).toBe(1);
      expect(await resultOf(isLike("a 500 B", `%${escapeLike("50% b")}%`))).toBe(0);
      const cases: [text: string, is: "contains" | "equals", typed: string, found: 0 | 1][] = [
        ["Österreich [Süd]", "contains", "öSTERREICH [sÜ", 1],
        ["Österreich", "equals", "ÖSTERREICH", 1],
        ["Österreich", "equals", "ÖSTERREIC", 0],
        ["Österreich", "contains", "Osterreich", 0],
        ["äx", "contains", "ä?", 0],
        ["ä.*", "equals", "Ä.*", 1],
        ["äxx", "equals", "Ä.*", 0],
        ["straße", "contains", "STRAßE", 1],
        ["50 %", "contains", "0 %", 1],
      ];
      for (const [text, is, typed, found] of cases)
        expect([typed, await resultOf(matchesTyped(text, is, typed))]).toEqual([typed, found]);
    });

    it("puts empty values first, and last in a descending order, unless they are said to come elsewhere", async () => {
      const numbers = engine
        .selectFrom(sql<{ n: number | null }>`(select 1 as n union all select null union all select 2)`.as("numbers"))
        .select("n");
      const found = async (query: typeof numbers) => (await query.execute()).map(({ n }) => n);
      expect(await found(numbers.orderBy("n"))).toEqual([null, 1, 2]);
      expect(await found(numbers.orderBy("n", "desc"))).toEqual([2, 1, null]);
      expect(await found(numbers.orderBy("n", (order) => order.asc().nullsLast()))).toEqual([1, 2, null]);
    });

    it("says what it is", async () => {
      expect(await resultOf(engineVersion)).toMatch(/^\d+\.\d+/);
      expect(await resultOf(databaseBytes)).toBeGreaterThan(10_000);
    });
  });
});

it("knows a full disk and a lock by the codes of both engines", () => {
  const failed = (code: string) => Object.assign(new Error("what an engine says"), { code });
  for (const code of ["SQLITE_FULL", "SQLITE_IOERR_WRITE", "53100", "58030"])
    expect(asProblem(failed(code))).toMatchObject({ code: "full" });
  expect(asProblem(failed("23505"))).toBeUndefined();
  expect(["SQLITE_BUSY", "55P03", "40001"].map((code) => isLocked(failed(code)))).toEqual([true, true, false]);
});

it("leaves out what only the planner of SQLite is told", () => {
  const statement = sql`select 1 from a ${orderedJoin} b on true where ${unindexed(sql.ref("a.x"))} is null`;
  expect(statement.compile(db).sql).toBe(`select 1 from a cross join b on true where +"a"."x" is null`);
  expect(onPostgres(statement).sql).toBe(`select 1 from a inner join b on true where "a"."x" is null`);
});

describe("an order on Postgres", () => {
  const orderOf = (query: Compilable) => compiled(query.compile().query).sql.replace(/^.* order by /, "");

  it("says nothing of empty values where a column has none, so that an index serves it", async () => {
    const changes = db.selectFrom("changes").select("changes.id").orderBy("at", "desc").orderBy("changes.id");
    expect(orderOf(changes)).toBe(`"at" desc, "changes"."id"`);
    const tables = (await db.introspection.getTables()).filter(({ name }) => !name.includes("_fts"));
    for (const { name, columns } of tables)
      for (const column of columns)
        if (neverEmpty.has(inSql(column.name))) expect([name, column]).toMatchObject([name, { isNullable: false }]);
  });

  it("says it where a row may be missing, or a value of the name is worked out", () => {
    const joined = db.selectFrom("websites as w").leftJoin("customers as c", "c.id", "w.customerId").select("w.id");
    expect(orderOf(joined.orderBy("w.sortTitle").orderBy("c.sortTitle"))).toBe(
      `"w"."sort_title", "c"."sort_title" nulls first`,
    );
    const last = db.selectFrom("changes").select((eb) => eb.fn.max("at").as("at"));
    expect(orderOf(last.orderBy("at", "desc"))).toBe(`"at" desc nulls last`);
    expect(orderOf(db.selectFrom(last.as("l")).select("l.at").orderBy("l.at"))).toBe(`"l"."at" nulls first`);
  });
});

it("looks for nothing in an empty list", () => {
  const query = db.selectFrom("deviceCategories").select("id").where("id", "in", []).where("title", "not in", []);
  expect(compiled(query.compile().query).sql).toBe(`select "id" from "device_categories" where false and true`);
});

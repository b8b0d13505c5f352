import { type Expression, type RawBuilder, sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Db } from "../../../server/db/connection.ts";
import { byEngine } from "../../../server/db/dialect/by-engine.ts";
import { PostgresCompiler } from "../../../server/db/dialect/compilers.ts";
import { daysBetween } from "../../../server/db/dialect/dates.ts";
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
import { positionOf } from "../../../server/db/dialect/text.ts";
import { openTestDatabase } from "../../support/database.ts";

let db: Db;
beforeAll(async () => {
  db = await openTestDatabase();
});

const resultOf = async (expression: Expression<unknown>) =>
  (await sql<{ value: unknown }>`select ${expression} as value`.execute(db)).rows[0]?.value;

const onPostgres = (statement: RawBuilder<unknown>) =>
  new PostgresCompiler().compileQuery(statement.compile(db).query, { queryId: "" });

describe("an expression that each engine writes in its own way", () => {
  const which = byEngine<string>("test.which", {
    sqlite: (text) => sql`('sqlite ' || ${text})`,
    postgres: (text, other) => sql`concat(${other}, ${text})`,
  });

  it("is chosen where the statement is compiled, with the parameters that the engine needs", () => {
    const statement = sql`select ${which("one", sql`${"two"}`)} from ${sql.table("deviceCategories")}`;
    const sqlite = statement.compile(db);
    expect([sqlite.sql, sqlite.parameters]).toEqual([`select ('sqlite ' || ?) from "device_categories"`, ["one"]]);
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
      `select ('sqlite ' || ('sqlite ' || "title")) as "title" from "device_categories" limit ?`,
    );
    expect((await query.executeTakeFirst())?.title).toMatch(/^sqlite sqlite ./);
  });

  it("has a name of its own", () => {
    expect(() => byEngine("test.which", { sqlite: () => sql`1`, postgres: () => sql`1` })).toThrow("two expressions");
  });
});

describe("JSON", () => {
  const list = JSON.stringify([{ id: "a", n: 1 }, { id: "b" }]);

  it("is a list of strings to look in", async () => {
    expect(await resultOf(sql`'b' in ${stringsOf('["a","b"]')}`)).toBe(1);
    expect(await resultOf(sql`'c' in ${stringsOf("[]")}`)).toBe(0);
  });

  it("is rows of strings and of objects", async () => {
    const strings = await sql`select s.value from ${eachString('["a","b"]')} as s`.execute(db);
    expect(strings.rows).toEqual([{ value: "a" }, { value: "b" }]);
    const objects = await sql`select o.value ->> 'id' as id from ${eachObject(list)} as o`.execute(db);
    expect(objects.rows).toEqual([{ id: "a" }, { id: "b" }]);
    const within =
      await sql`select o.value ->> 'id' as id from ${eachObject(`{"x":{"y":${list}}}`, "x", "y")} as o`.execute(db);
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
      ${jsonArrayOf(jsonObject({ key: sql`r.id` }))} as objects from ${rows}`.execute(db);
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

it("leaves out what only the planner of SQLite is told", () => {
  const statement = sql`select 1 from a ${orderedJoin} b on true where ${unindexed(sql.ref("a.x"))} is null`;
  expect(statement.compile(db).sql).toBe(`select 1 from a cross join b on true where +"a"."x" is null`);
  expect(onPostgres(statement).sql).toBe(`select 1 from a inner join b on true where "a"."x" is null`);
});

it("looks for nothing in an empty list", () => {
  const query = db.selectFrom("deviceCategories").select("id").where("id", "in", []).where("title", "not in", []);
  const { query: node } = query.compile();
  expect(new PostgresCompiler().compileQuery(node, { queryId: "" }).sql).toBe(
    `select "id" from "device_categories" where false and true`,
  );
});

import Sqlite from "better-sqlite3";
import { CamelCasePlugin, Kysely, type SqliteDatabase, SqliteDialect, sql } from "kysely";
import { expect, it } from "vitest";
import { type Db, wrapDatabase } from "../../../server/db/connection.ts";
import type { Database } from "../../../server/db/schema.ts";

const schema = `create table websites (id text primary key, title text, sort_title text, customer_id text, uptime30d real);
  create table customers (id text primary key, title text);
  insert into customers values ('c1', 'Kanzlei Möller');
  insert into websites values ('w1', 'Möller', 'moller', 'c1', 99.5), ('w2', 'Ohne Kunde', 'ohne kunde', null, null);`;

function open() {
  const sqlite = new Sqlite(":memory:");
  sqlite.exec(schema);
  return { sqlite, db: wrapDatabase(sqlite) };
}

/** The same database under Kysely's own plugin. */
const withPlugin = (sqlite: Sqlite.Database) =>
  new Kysely<Database>({
    dialect: new SqliteDialect({ database: sqlite as unknown as SqliteDatabase }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });

const queries = {
  "a join with aliases": (db: Db) =>
    db
      .selectFrom("websites as ownSite")
      .leftJoin("customers", "customers.id", "ownSite.customerId")
      .select(["ownSite.id", "ownSite.sortTitle", "ownSite.uptime30d", "customers.title as customerTitle"])
      .orderBy("ownSite.sortTitle"),
  "a query within another": (db: Db) =>
    db
      .with("withCustomer", (own) => own.selectFrom("websites").select("id").where("customerId", "is not", null))
      .selectFrom("withCustomer")
      .select(({ selectFrom }) => [
        "withCustomer.id",
        selectFrom("customers").select(sql<number>`count(*)`.as("allCustomers")).as("customerCount"),
      ]),
  "names within SQL": (db: Db) =>
    db
      .selectFrom("websites")
      .selectAll()
      .select(sql<string>`coalesce(${sql.ref("websites.customerId")}, '')`.as("shownCustomer"))
      .where(sql<boolean>`${sql.ref("sortTitle")} <> ''`),
  "a change that answers": (db: Db) =>
    db.updateTable("websites").set({ sortTitle: "neu" }).where("customerId", "=", "c1").returning(["id", "sortTitle"]),
  "a removal": (db: Db) => db.deleteFrom("websites").where("customerId", "is", null),
};

it.each(Object.entries(queries))("names tables and columns of %s as Kysely's plugin does", async (_what, query) => {
  const [own, other] = [open(), open()];
  const plugged = withPlugin(other.sqlite);
  const parameters = (text: string) => text.replaceAll("+?", "?");
  expect(parameters(query(own.db).compile().sql)).toBe(query(plugged).compile().sql);
  expect(await query(own.db).execute()).toEqual(await query(plugged).execute());
  const rows = "select * from websites order by id";
  expect(own.sqlite.prepare(rows).all()).toEqual(other.sqlite.prepare(rows).all());
  await own.db.destroy();
  await plugged.destroy();
});

it("keeps a quote in a name within the name", () => {
  const { db } = open();
  const { sql: text } = db.selectFrom("websites").select(sql.ref<string>('title" from secrets --').as("x")).compile();
  expect(text).toBe('select "title"" from secrets --" as "x" from "websites"');
});

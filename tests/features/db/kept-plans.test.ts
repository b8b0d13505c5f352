import Sqlite from "better-sqlite3";
import { expect, it, onTestFinished, vi } from "vitest";
import { wrapDatabase } from "../../../server/db/connection.ts";

it("SQLite compiles a statement once, whatever values it is run with", async () => {
  const sqlite = new Sqlite(":memory:");
  sqlite.exec(`create table customers (id text primary key, title text);
    create table websites (id text primary key, title text, customer_id text);
    insert into customers values ('c1', 'Kanzlei Möller'), ('c2', 'Bäckerei Böttcher');
    insert into websites values ('w1', 'Möller', 'c1'), ('w2', 'Böttcher', 'c2');`);
  const db = wrapDatabase(sqlite);
  onTestFinished(() => db.destroy());
  const customerOf = async (id: string) => {
    const row = await db
      .selectFrom("websites")
      .innerJoin("customers", "customers.id", "websites.customerId")
      .select("customers.title")
      .where("websites.id", "=", id)
      .executeTakeFirst();
    return row?.title;
  };
  expect(await customerOf("w1")).toBe("Kanzlei Möller");
  // The package makes the function for the rows of a statement anew when SQLite has compiled it anew.
  const made = vi.spyOn(globalThis, "Function");
  onTestFinished(() => made.mockRestore());
  expect(await customerOf("w2")).toBe("Bäckerei Böttcher");
  expect(await customerOf("w1")).toBe("Kanzlei Möller");
  expect(made).not.toHaveBeenCalled();
});

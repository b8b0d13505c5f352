import { existsSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { type Kysely, sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Db, wrapDatabase } from "../../../server/db/connection.ts";
import {
  listPendingContractions,
  migrateToLatest,
  type PortalMigrations,
  readMigrations,
  withKind,
} from "../../../server/db/migrate.ts";
import { openTestDatabase } from "../../support/database.ts";
import { findBreaks, readSchema } from "../../support/nodes/schema-breaks.ts";

const first = "0121";
const folder = path.resolve(import.meta.dirname, "../../../migrations");

function openMemory(): Db {
  const db = wrapDatabase(new Sqlite(":memory:"));
  onTestFinished(() => db.destroy());
  return db;
}

const upTo = (migrations: PortalMigrations, last: string): PortalMigrations =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last));

/** What a step breaks for those who know a table of things. */
async function breaksOf(...steps: string[]): Promise<string[]> {
  const db = openMemory();
  for (const statement of [
    "create table owners (id text primary key not null)",
    "create table things (id text primary key not null, name text, kind text not null default 'a', size integer)",
    "create unique index things_name on things (name)",
    "create trigger things_note after insert on things begin delete from owners; end",
  ])
    await sql.raw(statement).execute(db);
  const former = await readSchema(db);
  for (const statement of steps) await sql.raw(statement).execute(db);
  return findBreaks(former, await readSchema(db));
}

describe("a migration that the version before could not live with", () => {
  it.each([
    ["drops a table", ["drop table things"], "things is gone"],
    ["renames a table", ["alter table things rename to goods"], "things is gone"],
    ["drops a column", ["alter table things drop column size"], "things: size is gone"],
    ["renames a column", ["alter table things rename column size to amount"], "things: size is gone"],
    [
      "asks for a value that nobody gives",
      ["alter table owners rename to former", "create table owners (id text primary key not null, name text not null)"],
      "owners: name is new and wants a value",
    ],
    [
      "refuses to leave a column empty",
      [
        "drop table owners",
        "alter table things add column x text",
        "create table owners (id text primary key not null)",
      ].concat([
        "create table t2 (id text primary key not null, name text not null, kind text not null default 'a', size integer)",
        "drop table things",
        "alter table t2 rename to things",
      ]),
      "things: name may not be empty",
    ],
    ["makes a column unique", ["create unique index things_size on things (size)"], "things: a unique is new: size"],
    ["lets go of what is unique", ["drop index things_name"], "things: a unique is gone: name"],
    ["drops a trigger", ["drop trigger things_note"], "things: a trigger is gone"],
    [
      "adds a trigger",
      ["create trigger things_guard before insert on things begin select raise(abort, 'no'); end"],
      "things: a trigger is new",
    ],
    [
      "adds a condition",
      [
        "create table t2 (id text primary key not null, name text, kind text not null default 'a' check (kind in ('a', 'b')), size integer)",
        "drop table things",
        "alter table t2 rename to things",
      ],
      "things: a check is new: kind in ('a', 'b')",
    ],
  ])("is found out when it %s", async (_what, steps, found) => {
    expect((await breaksOf(...steps)).join("\n")).toContain(found);
  });

  it("is one of its kind where it says none, and is not run", () => {
    expect(() => withKind("0999-say-nothing", { up: async () => undefined })).toThrow(
      "0999-say-nothing.ts has to export",
    );
    expect(() => withKind("0999-say-rubbish", { up: async () => undefined, kind: "both" })).toThrow("has to export");
    expect(withKind("0120-from-before", { up: async () => undefined }).kind).toBe("contract");
  });

  it("is what a database waits for that lacks one, and not one that lacks what expands alone", async () => {
    const db = await openTestDatabase();
    const own = await readMigrations(db);
    const up = async (on: Kysely<unknown>) => void (await sql`select 1`.execute(on));
    const expanding: PortalMigrations = { ...own, "9998-expand": { kind: "expand", up } };
    expect(await listPendingContractions(db)).toEqual([]);
    expect(await listPendingContractions(db, expanding)).toEqual([]);
    expect(await listPendingContractions(db, { ...expanding, "9999-contract": { kind: "contract", up } })).toEqual([
      "9999-contract",
    ]);
  });
});

describe("a migration that the version before can live with", () => {
  it("adds tables, columns that may be empty or have a default, and what is about these alone", async () => {
    expect(
      await breaksOf(
        "create table parts (id text primary key not null, name text not null)",
        "alter table things add column colour text check (colour in ('red'))",
        "alter table things add column count integer not null default 0",
        "alter table things add column owner text references owners (id)",
        "create unique index things_colour on things (colour, size)",
        "create index things_size on things (size)",
        "drop index things_size",
      ),
    ).toEqual([]);
  });

  it("is each one that says so", async () => {
    const db = openMemory();
    const all = await readMigrations(db);
    const breaks: string[] = [];
    for (const [name, { kind }] of Object.entries(all).filter(([each]) => each >= first)) {
      const before =
        Object.keys(all)
          .filter((each) => each < name)
          .sort()
          .at(-1) ?? "";
      await migrateToLatest(db, "", { migrations: upTo(all, before) });
      const former = await readSchema(db);
      await migrateToLatest(db, "", { migrations: upTo(all, name) });
      if (kind === "expand") breaks.push(...findBreaks(former, await readSchema(db)).map((text) => `${name}: ${text}`));
      // Postgres would take another way than the one that was looked at.
      if (kind === "expand" && existsSync(path.join(folder, "postgres", `${name}.ts`)))
        breaks.push(`${name} has a twin`);
    }
    expect(breaks).toEqual([]);
  });
});

import { expect, it, onTestFinished } from "vitest";
import type { Db } from "../../../server/db/connection.ts";
import { isPostgres } from "../../../server/db/postgres/is-postgres.ts";
import { prepare } from "../../../server/db/prepare.ts";
import { transact } from "../../../server/db/transact.ts";
import { type Office, openOffice } from "../../support/office.ts";

const people = (db: Db, name: string) =>
  db.selectFrom("users").selectAll("users").select("users.lastSeenAt as seen").where("name", "=", name);
const prepared = prepare(people);

async function officeWithJana(): Promise<Office> {
  const office = await openOffice();
  await office.hire({ name: "Jana Petersen" });
  return office;
}

it("a prepared statement gives the rows that Kysely gives, with their names in code", async () => {
  const { services } = await officeWithJana();
  const rows = await prepared(services.db, "Jana Petersen");
  expect(rows).toHaveLength(1);
  expect(rows).toEqual(await people(services.db, "Jana Petersen").execute());
  expect(await prepared(services.db, "nobody")).toEqual([]);
});

it("sees nothing of an open transaction, and everything once it is committed", async () => {
  const { services, contextOf } = await officeWithJana();
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const renaming = transact(await contextOf(), async (tx) => {
    await tx.db.updateTable("users").set({ name: "Jana Brandt" }).where("name", "=", "Jana Petersen").execute();
    expect(await prepared(tx.db, "Jana Brandt")).toHaveLength(1);
    started.resolve();
    await finish.promise;
  });
  await started.promise;
  let early: unknown[] | undefined;
  const reading = prepared(services.db, "Jana Brandt").then((rows) => {
    early = rows;
  });
  // SQLite's one connection is the transaction's until it ends; Postgres has another one, which does not know of it.
  if (isPostgres(services.db)) await reading;
  // Turns of the event loop in which an answer from within the transaction would come.
  else for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(early).toEqual(isPostgres(services.db) ? [] : undefined);
  finish.resolve();
  await renaming;
  await reading;
  if (!isPostgres(services.db)) expect(early).toHaveLength(1);
  expect(await prepared(services.db, "Jana Brandt")).toHaveLength(1);
});

it("sees nothing of what a transaction took back", async () => {
  const { services, contextOf } = await officeWithJana();
  const failed = transact(await contextOf(), async (tx) => {
    await tx.db.updateTable("users").set({ name: "Jana Brandt" }).execute();
    throw new Error("taken back");
  });
  await expect(failed).rejects.toThrow("taken back");
  expect(await prepared(services.db, "Jana Brandt")).toEqual([]);
  expect(await prepared(services.db, "Jana Petersen")).toHaveLength(1);
});

const rename = prepare((db: Db, from: string, to: string) =>
  db.updateTable("users").set({ name: to }).where("name", "=", from),
);

it("writes within a transaction, and is taken back with it", async () => {
  const { services, contextOf } = await officeWithJana();
  const failed = transact(await contextOf(), async ({ db }) => {
    expect(await rename(db, "Jana Petersen", "Jana Brandt")).toEqual([]);
    expect(await prepared(db, "Jana Brandt")).toHaveLength(1);
    throw new Error("taken back");
  });
  await expect(failed).rejects.toThrow("taken back");
  expect(await prepared(services.db, "Jana Petersen")).toHaveLength(1);
  await transact(await contextOf(), ({ db }) => rename(db, "Jana Petersen", "Jana Brandt"));
  expect(await prepared(services.db, "Jana Brandt")).toHaveLength(1);
});

it("is refused once its transaction has ended, and writes nothing", async () => {
  const { services, contextOf } = await officeWithJana();
  const ended = await transact(await contextOf(), async ({ db }) => db);
  await expect(rename(ended, "Jana Petersen", "Jana Brandt")).rejects.toThrow("already committed");
  await expect(prepared(ended, "Jana Petersen")).rejects.toThrow("already committed");
  const undone: Db[] = [];
  await transact(await contextOf(), async ({ db }) => {
    undone.push(db);
    throw new Error("taken back");
  }).catch(() => undefined);
  for (const db of undone)
    await expect(rename(db, "Jana Petersen", "Jana Brandt")).rejects.toThrow("already rolled back");
  expect(undone).toHaveLength(1);
  expect(await prepared(services.db, "Jana Petersen")).toHaveLength(1);
});

it("fails as a rejection when the database is closed", async () => {
  const office = await officeWithJana();
  onTestFinished(() => office.services.db.destroy());
  await office.services.db.destroy();
  await expect(prepared(office.services.db, "Jana Petersen")).rejects.toThrow();
});

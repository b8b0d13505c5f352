import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "../../../server/db/connection.ts";
import { until } from "../until.ts";
import { type Program, thisProgram } from "./programs.ts";
import type { Ledger, Worker } from "./work.ts";

interface Done {
  db: Db;
  ledger: Ledger;
  workers: readonly Worker[];
}

/** Nothing that was acknowledged is lost or there twice, and what people see is what is there. */
export async function expectWhole({ db, ledger, workers }: Done): Promise<void> {
  const messageCounts = await expectMessages(db, ledger);
  const customers = await expectCustomers(db, ledger);
  await expectPages(db, { ledger, workers });
  const everybody = workers.map(({ person }) => person.id).toSorted();
  await until(() => {
    for (const { person, chatId } of workers) {
      const shown = person.shown();
      expect(shown?.messages).toBe(messageCounts.get(chatId));
      if (shown?.customers !== undefined) expect(shown.customers).toBe(customers);
      expect(person.members().toSorted()).toEqual(everybody);
    }
  });
}

/** Both versions have made customers while they ran beside each other. */
export async function expectBothMade(db: Db, next: Program): Promise<void> {
  const { rows } = await sql<{ beside: number }>`
    select count(*) as beside from customers where made_by = ${thisProgram.version}
      and created_at > (select min(created_at) from customers where made_by = ${next.version})`.execute(db);
  expect(rows[0]?.beside).toBeGreaterThan(0);
}

async function expectMessages(db: Db, { messages }: Ledger): Promise<Map<string, number>> {
  const rows = await db.selectFrom("chatMessages").select(["chatId", "clientId", "number"]).orderBy("number").execute();
  const numbers = new Map<string, number[]>();
  for (const { chatId, number } of rows) numbers.set(chatId, [...(numbers.get(chatId) ?? []), number]);
  for (const known of numbers.values()) expect(known).toEqual(known.map((_, at) => at + 1));
  const stored = new Map(rows.map(({ clientId, number }) => [clientId, number]));
  expect(stored.size).toBe(rows.length);
  expect(rows.length).toBe(messages.size + numbers.size);
  for (const [clientId, number] of messages) expect(stored.get(clientId)).toBe(number);
  const chats = await db.selectFrom("chats").select(["id", "messageCount"]).execute();
  for (const { id, messageCount } of chats) expect(messageCount).toBe(numbers.get(id)?.length);
  return new Map(chats.map(({ id, messageCount }) => [id, messageCount]));
}

async function expectCustomers(db: Db, { acknowledged, unsure, refused }: Ledger): Promise<number> {
  const rows = await db.selectFrom("customers").select(["id", "name"]).execute();
  const names = rows.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(acknowledged.filter((name) => !names.includes(name))).toEqual([]);
  expect(refused.filter((name) => names.includes(name))).toEqual([]);
  const told = new Set([...acknowledged, ...unsure]);
  expect(names.filter((name) => !told.has(name))).toEqual([]);
  const changes = await db.selectFrom("changes").select("subjectId").where("kind", "=", "customer.created").execute();
  expect(changes.map(({ subjectId }) => subjectId).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  return rows.length;
}

async function expectPages(db: Db, { ledger, workers }: Pick<Done, "ledger" | "workers">): Promise<void> {
  await Promise.all(workers.map(({ writing }) => writing?.writer.saved()));
  for (const [pageId, lines] of ledger.lines) {
    const writers = workers.flatMap(({ writing }) => (writing?.pageId === pageId ? [writing.writer] : []));
    const [first] = writers;
    await until(() => {
      for (const writer of writers) expect(writer.read()).toEqual(first?.read());
      expect(first?.lines().filter(Boolean).toSorted()).toEqual(lines.toSorted());
    });
    await until(async () => {
      const page = await db
        .selectFrom("pages")
        .select("contentJson")
        .where("id", "=", pageId)
        .executeTakeFirstOrThrow();
      expect(JSON.parse(page.contentJson)).toEqual(first?.read());
    });
  }
}

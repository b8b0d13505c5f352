import type { Kysely } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { maxCountedUnread } from "../../../contract/chats/chats.ts";
import { newId } from "../../../server/db/new-id.ts";
import type { Database } from "../../../server/db/schema.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { putChat } from "../../support/chats.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { putPage } from "../../support/wiki/pages.ts";

let office: Office;
let jana: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  api = await office.as(jana);
});

const toldOf = (event: string) => office.signals.flatMap((signal) => (signal.event === event ? [signal.toUserId] : []));
const hireMany = (count: number) => Promise.all(Array.from({ length: count }, () => office.hire()));

/** How many statements a call asks of the database. */
async function statementsOf(call: () => Promise<unknown>): Promise<number> {
  const executor = (office.services.db as Kysely<Database>).getExecutor();
  const prototype = Object.getPrototypeOf(Object.getPrototypeOf(executor)) as { executeQuery: unknown };
  const original = prototype.executeQuery as (...args: unknown[]) => unknown;
  let count = 0;
  prototype.executeQuery = function (...args: unknown[]) {
    count += 1;
    return original.apply(this, args);
  };
  try {
    await call();
    return count;
  } finally {
    prototype.executeQuery = original;
  }
}

describe("a message that concerns many", () => {
  it("tells those who may read it, however many are named, and nobody else", async () => {
    const maintainers = await Promise.all(Array.from({ length: 3 }, () => office.hire({ role: "maintainer" })));
    const members = await hireMany(3);
    const [writer] = maintainers;
    const theirs = await office.as(writer);
    const pageId = await putPage(office.services.db, { maintainersOnly: 1 });
    const target = { type: "page", id: pageId } as const;
    const { id: chatId } = await theirs.chat.create({ title: "Intern", body: "Los", clientId: newId(), target });
    const others = maintainers.slice(1).map(({ id }) => id);
    expect(toldOf("newChat").toSorted()).toEqual(others.toSorted());
    const everybody = [...maintainers, ...members].map(({ id }) => `@[user:${id}]`).join(" ");
    await theirs.chat.send({ chatId, body: everybody, clientId: newId() });
    expect(toldOf("newNotification").toSorted()).toEqual(others.toSorted());
    const reads = await office.services.db.selectFrom("chatReads").select(["userId", "number"]).execute();
    expect(reads.filter(({ userId }) => others.includes(userId)).map(({ number }) => number)).toEqual([1, 1]);
    expect(reads.some(({ userId }) => members.some(({ id }) => id === userId))).toBe(false);
  });

  it("beside a page of one's own tells its owner alone", async () => {
    const [timo] = await hireMany(3);
    const pageId = await putPage(office.services.db, { privateToId: jana.id });
    const { id: chatId } = await api.chat.create({
      title: "Nur ich",
      body: `@[user:${timo?.id}]`,
      clientId: newId(),
      target: { type: "page", id: pageId },
    });
    expect([toldOf("newChat"), toldOf("newNotification")]).toEqual([[], []]);
    await api.chat.typing({ id: chatId, clientId: newId() });
    expect(toldOf("chatTyping")).toEqual([]);
  });

  it("is announced without asking the database for each of them", async () => {
    const pageId = await putPage(office.services.db, {});
    const open = () =>
      api.chat.create({ title: "Neu", body: "Los", clientId: newId(), target: { type: "page", id: pageId } });
    await hireMany(2);
    const toFew = await statementsOf(open);
    expect(toFew).toBeGreaterThan(5);
    await hireMany(40);
    expect(await statementsOf(open)).toBe(toFew);
    expect(new Set(toldOf("newChat")).size).toBe(42);
  });

  it("is counted as unread only as far as anybody looks", async () => {
    const timo = await office.hire({ name: "Timo Brandt" });
    const messages = Array.from({ length: maxCountedUnread + 60 }, (_, index) => ({
      authorId: index === 0 ? jana.id : timo.id,
      body: `Nr. ${index}`,
    }));
    const id = await putChat(office.services.db, { messages });
    expect((await api.chat.get({ id })).unread).toBe(maxCountedUnread);
    expect((await api.chat.list({ scope: "unread" })).data).toMatchObject([{ id, unread: maxCountedUnread }]);
    expect(await api.chat.countUnread({})).toEqual({ chats: 1 });
    const { participants } = await api.chat.get({ id });
    expect(participants.map((person) => person.name)).toEqual(["Jana Petersen", "Timo Brandt"]);
    await api.chat.markRead({ id, number: maxCountedUnread + 50 });
    expect((await api.chat.get({ id })).unread).toBe(10);
  });
});

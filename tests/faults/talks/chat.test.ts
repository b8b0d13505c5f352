import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { readLeft } from "../../support/portal/left-data.ts";
import { openMortalPortal } from "../../support/portal/mortal-portal.ts";
import { newDataDir } from "../../support/portal/portal-process.ts";
import { hireInto } from "../../support/staff.ts";

const people = 3;
/** Windows of one person that send side by side. */
const windows = 3;
const messagesPerWindow = 50;
const kills = 4;
const total = people * windows * messagesPerWindow;

interface Told {
  clientId: string;
  number: number;
  body: string;
}

/** What is stored of the one chat, in its order. */
const storedIn = (sqlite: Sqlite.Database) =>
  sqlite.prepare("select client_id as clientId, number, body from chat_messages order by number").all() as Told[];

function expectWhole(sqlite: Sqlite.Database, acknowledged: readonly Told[]): void {
  const stored = storedIn(sqlite);
  expect(stored.map(({ number }) => number)).toEqual(stored.map((_, index) => index + 1));
  expect(sqlite.prepare("select message_count from chats").pluck().all()).toEqual([stored.length]);
  expect(new Set(stored.map(({ clientId }) => clientId)).size).toBe(stored.length);
  const byClientId = new Map(stored.map((message) => [message.clientId, message]));
  expect(acknowledged.filter((told) => byClientId.get(told.clientId)?.number !== told.number)).toEqual([]);
  // Each message calls on somebody: the message and its notification are there together or not at all.
  const called = sqlite.prepare("select coalesce(sum(count), 0) from notifications where category = 'chat'").pluck();
  expect(called.get()).toBe(stored.length);
  const readTooLittle = sqlite.prepare(
    `select user_id from chat_reads where number <
      (select max(number) from chat_messages where author_id = chat_reads.user_id)`,
  );
  expect(readTooLittle.all()).toEqual([]);
}

it("each of 450 messages that three people send while the portal is killed four times is there exactly once", async () => {
  const dataDir = newDataDir();
  const crew: { id: string; cookie: string }[] = [];
  for (let index = 0; index < people; index += 1)
    crew.push(await hireInto(dataDir, { name: `Person ${index}`, email: `person${index}@agentur.example` }));
  const acknowledged: Told[] = [];
  const portal = await openMortalPortal(dataDir, (sqlite) => expectWhole(sqlite, acknowledged));
  const callOn = (index: number) => `@[user:${crew[(index + 1) % people]?.id}]`;

  const opener = portal.client(crew[0]?.cookie ?? "");
  const opening = { title: "Mailumzug", body: `${callOn(0)} Wer macht das?`, clientId: randomUUID() };
  const { id: chatId } = await opener.chat.create.mutate(opening);

  const send = async (index: number, window: number) => {
    const client = portal.client(crew[index]?.cookie ?? "");
    for (let count = 0; count < messagesPerWindow; count += 1) {
      const body = `${callOn(index)} Nachricht ${count} aus Fenster ${window} von ${index}`;
      const message = { chatId, body, clientId: randomUUID() };
      const { number } = await portal.insist(() => client.chat.send.mutate(message));
      acknowledged.push({ clientId: message.clientId, number, body });
      // In the middle of talking: some is stored and acknowledged, some is stored, some is on its way.
      if (acknowledged.length === Math.round((total / (kills + 1)) * (portal.kills + 1)) && portal.kills < kills)
        void portal.kill();
    }
  };
  await Promise.all(crew.flatMap((_, index) => Array.from({ length: windows }, (_, window) => send(index, window))));
  expect(portal.kills).toBe(kills);
  expect(acknowledged).toHaveLength(total);

  // A client that missed the answer sends again, however late: it is told of the message that is there.
  const again = await opener.chat.create.mutate(opening);
  expect(again.id).toBe(chatId);
  for (const [index, { cookie }] of crew.entries()) {
    const client = portal.client(cookie);
    const own = acknowledged.filter(({ body }) => body.endsWith(` von ${index}`));
    for (const { clientId, number, body } of own.slice(-20))
      expect((await client.chat.send.mutate({ chatId, body, clientId })).number).toBe(number);
  }
  await portal.stop();
  await readLeft(dataDir, (sqlite) => {
    expectWhole(sqlite, acknowledged);
    expect(storedIn(sqlite)).toHaveLength(total + 1);
  });
  rmSync(dataDir, { recursive: true });
});

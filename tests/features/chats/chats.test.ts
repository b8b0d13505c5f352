import { beforeEach, describe, expect, it } from "vitest";
import { messageWindowMs } from "../../../contract/chats/chats.ts";
import { newId } from "../../../server/db/new-id.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { expectRefusal, refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let jana: Person;
let timo: Person;
let janasApi: Api;
let timosApi: Api;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  timo = await office.hire({ name: "Timo Brandt" });
  janasApi = await office.as(jana);
  timosApi = await office.as(timo);
});

const open = (api: Api, more: Partial<Parameters<Api["chat"]["create"]>[0]> = {}) =>
  api.chat.create({ title: "Mailumzug", body: "Gehört das hier rein?", clientId: newId(), ...more });
const say = (api: Api, chatId: string, body: string, more: object = {}) =>
  api.chat.send({ chatId, body, clientId: newId(), ...more });
const signalsOf = (event: string) => office.signals.filter((signal) => signal.event === event);

/** A page for maintainers only, with a chat beside it. */
async function restrictedChat(): Promise<{ maintainer: Person; api: Api; chatId: string; pageId: string }> {
  const maintainer = await office.hire({ role: "maintainer", name: "Aylin Demir" });
  const api = await office.as(maintainer);
  const { id: pageId } = await createRecord(api, "page", { title: "Geheimer Plan" });
  await office.services.db.updateTable("pages").set({ maintainersOnly: 1 }).where("id", "=", pageId).execute();
  const { id: chatId } = await open(api, { title: "Geheimer Chat", target: { type: "page", id: pageId } });
  return { maintainer, api, chatId, pageId };
}

describe("a chat is refused", () => {
  it("to strangers in every call, and writing to who only reads", async () => {
    const { id } = await open(janasApi);
    const stranger = await office.as(undefined);
    const reader = await office.as(await office.hire({ role: "readonly" }));
    for (const [api, code] of [
      [stranger, "UNAUTHORIZED"],
      [reader, "FORBIDDEN"],
    ] as const) {
      expect(await refusalOf(open(api))).toMatchObject({ code });
      expect(await refusalOf(say(api, id, "Hallo"))).toMatchObject({ code });
      expect(await refusalOf(api.chat.setStatus({ id, status: "resolved" }))).toMatchObject({ code });
      expect(await refusalOf(api.chat.rename({ id, title: "Anders" }))).toMatchObject({ code });
      expect(await refusalOf(api.chat.typing({ id, clientId: newId() }))).toMatchObject({ code });
    }
    for (const call of [
      () => stranger.chat.list({}),
      () => stranger.chat.get({ id }),
      () => stranger.chat.messages({ chatId: id }),
      () => stranger.chat.countUnread({}),
      () => stranger.chat.markRead({ id, number: 1 }),
    ])
      await expect(call()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    expect((await reader.chat.messages({ chatId: id })).messages).toHaveLength(1);
  });

  it("with a wrong title or message, by name, and nothing is written", async () => {
    await expectRefusal(open(janasApi, { title: " " }), "BAD_REQUEST", "title");
    await expectRefusal(open(janasApi, { title: "x".repeat(121) }), "BAD_REQUEST", "title");
    await expectRefusal(open(janasApi, { body: "x".repeat(8001) }), "BAD_REQUEST", "body");
    await expectRefusal(open(janasApi, { body: "  " }), "BAD_REQUEST", "body");
    await expectRefusal(open(janasApi, { fileKeys: ["nirgends"] }), "BAD_REQUEST", "fileKeys");
    expect((await janasApi.chat.list({})).data).toEqual([]);
    expect(office.signals).toEqual([]);
  });

  it("beside a page that one may not read, in every call, list, signal and notification", async () => {
    const { chatId, pageId, api } = await restrictedChat();
    await say(api, chatId, `@[user:${jana.id}] schau mal`);
    const target = { type: "page", id: pageId } as const;
    await expect(open(janasApi, { target })).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const call of [
      () => janasApi.chat.get({ id: chatId }),
      () => janasApi.chat.messages({ chatId }),
      () => say(janasApi, chatId, "Hallo"),
      () => janasApi.chat.markRead({ id: chatId, number: 1 }),
      () => janasApi.chat.setStatus({ id: chatId, status: "resolved" }),
      () => janasApi.chat.typing({ id: chatId, clientId: newId() }),
    ])
      await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await janasApi.chat.list({})).data).toEqual([]);
    expect((await janasApi.chat.list({ target })).data).toEqual([]);
    expect(await janasApi.chat.countUnread({})).toEqual({ chats: 0 });
    const told = office.signals.filter(({ toUserId }) => toUserId === undefined || toUserId === jana.id);
    expect(JSON.stringify(told)).not.toContain("Geheim");
    expect(await office.services.db.selectFrom("notifications").selectAll().execute()).toEqual([]);
  });

  it("when the message is somebody else's, too old, or taken back", async () => {
    const { id: chatId } = await open(janasApi);
    const { id } = await say(janasApi, chatId, "Meins");
    await expect(timosApi.chat.edit({ id, body: "Deins" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(timosApi.chat.delete({ id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expectRefusal(say(timosApi, chatId, "Antwort", { replyTo: 9 }), "BAD_REQUEST", "replyTo");
    office.advance(messageWindowMs + 1);
    await expectRefusal(janasApi.chat.edit({ id, body: "Spät" }), "PRECONDITION_FAILED");
    await expectRefusal(janasApi.chat.delete({ id }), "PRECONDITION_FAILED");
    const moderator = await office.as(await office.hire({ role: "maintainer" }));
    await moderator.chat.delete({ id });
    await expect(janasApi.chat.react({ id, sign: "👍", on: true })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a chat", () => {
  it("tells everybody who may read it that it was opened, but not its author", async () => {
    const { id: pageId } = await createRecord(janasApi, "page", { title: "Server-Umzug" });
    const { id } = await open(janasApi, { target: { type: "page", id: pageId } });
    expect(signalsOf("newChat")).toEqual([
      {
        event: "newChat",
        payload: {
          user: { id: jana.id, name: "Jana Petersen" },
          page: { id: pageId, title: "Server-Umzug" },
          chat: { id, pageId },
        },
        toUserId: timo.id,
      },
    ]);
    const [row] = (await timosApi.chat.list({})).data;
    expect(row).toMatchObject({ title: "Mailumzug", target: { title: "Server-Umzug" }, messageCount: 1 });
  });

  it("is opened once, and each message written once, however often they are sent", async () => {
    const clientId = newId();
    const opened = await Promise.all([open(janasApi, { clientId }), open(janasApi, { clientId })]);
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
    const id = opened[0]?.id ?? "";
    const again = newId();
    await Promise.all(
      Array.from({ length: 5 }, () => janasApi.chat.send({ chatId: id, body: "Einmal", clientId: again })),
    );
    const { messages } = await timosApi.chat.messages({ chatId: id });
    expect(messages.map(({ number, body }) => [number, body])).toEqual([
      [1, "Gehört das hier rein?"],
      [2, "Einmal"],
    ]);
  });

  it("numbers what many write at the same time without gaps", async () => {
    const { id } = await open(janasApi);
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => say(index % 2 ? janasApi : timosApi, id, `Nr. ${index}`)),
    );
    const { messages } = await janasApi.chat.messages({ chatId: id, limit: 100 });
    expect(messages.map(({ number }) => number)).toEqual(Array.from({ length: 41 }, (_, index) => index + 1));
    expect(new Set(messages.map(({ body }) => body)).size).toBe(41);
  });

  it("is read in stretches before, after and around a number", async () => {
    const { id: chatId } = await open(janasApi);
    for (let index = 2; index <= 30; index += 1) await say(janasApi, chatId, `Nr. ${index}`);
    const numbers = async (input: object) => {
      const { messages, hasOlder, hasNewer } = await timosApi.chat.messages({ chatId, limit: 10, ...input });
      return [messages.at(0)?.number, messages.at(-1)?.number, hasOlder, hasNewer];
    };
    expect(await numbers({})).toEqual([21, 30, true, false]);
    expect(await numbers({ before: 21 })).toEqual([11, 20, true, true]);
    expect(await numbers({ before: 11 })).toEqual([1, 10, false, true]);
    expect(await numbers({ after: 25 })).toEqual([26, 30, true, false]);
    expect(await numbers({ around: 15 })).toEqual([11, 20, true, true]);
    expect(await numbers({ around: 1 })).toEqual([1, 10, false, true]);
  });

  it("counts what is new to those who take part, and never less far than they have read", async () => {
    const { id } = await open(janasApi);
    await say(timosApi, id, "Ja.");
    await say(timosApi, id, "Ich ergänze es.");
    expect(await janasApi.chat.countUnread({})).toEqual({ chats: 1 });
    expect(await janasApi.chat.get({ id })).toMatchObject({ unread: 2, readNumber: 1 });
    expect((await janasApi.chat.list({ scope: "unread" })).data).toHaveLength(1);
    await janasApi.chat.markRead({ id, number: 3 });
    await janasApi.chat.markRead({ id, number: 1 });
    expect(await janasApi.chat.get({ id })).toMatchObject({ unread: 0, readNumber: 3 });
    expect(await janasApi.chat.countUnread({})).toEqual({ chats: 0 });
  });

  it("is settled, found under „Geklärt“, and opened again, with history", async () => {
    const { id } = await open(janasApi);
    await timosApi.chat.setStatus({ id, status: "resolved" });
    expect((await janasApi.chat.list({})).data).toEqual([]);
    expect((await janasApi.chat.list({ scope: "resolved" })).data).toHaveLength(1);
    await janasApi.chat.setStatus({ id, status: "open" });
    const kinds = await office.services.db
      .selectFrom("changes")
      .select("kind")
      .where("subjectId", "=", id)
      .orderBy("id")
      .execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(["chat.created", "chat.resolved", "chat.reopened"]);
  });

  it("is found by parts of its title, whatever their accents and case", async () => {
    await open(janasApi, { title: "Störungen im ÜBERWACHUNGSNETZ" });
    await open(janasApi, { title: "100 % Verfügbarkeit" });
    const found = async (search: string) => (await timosApi.chat.list({ search })).data.map(({ title }) => title);
    for (const search of ["störung", "STORUNG", "überwachung", "uberwachung"])
      expect(await found(search)).toEqual(["Störungen im ÜBERWACHUNGSNETZ"]);
    expect(await found("100 %")).toEqual(["100 % Verfügbarkeit"]);
    expect(await found("%")).toEqual(["100 % Verfügbarkeit"]);
  });

  it("is listed by its last message, in stretches without loss", async () => {
    for (let index = 0; index < 7; index += 1) {
      await open(janasApi, { title: `Chat ${index}` });
      office.advance(1000);
    }
    const titles: string[] = [];
    let cursor: { at: string; id: string } | null | undefined;
    do {
      const page = await timosApi.chat.list({ limit: 3, ...(cursor && { cursor }) });
      titles.push(...page.data.map(({ title }) => title));
      cursor = page.cursor;
    } while (cursor);
    expect(titles).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `Chat ${index}`));
  });
});

describe("who is writing", () => {
  it("is shown to those who take part and are here, and kept nowhere", async () => {
    const { id } = await open(janasApi);
    await timosApi.chat.markRead({ id, number: 1 });
    const absent = await office.hire();
    await office.services.db
      .insertInto("chatReads")
      .values({ chatId: id, userId: absent.id, number: 1, at: office.services.now().toISOString() })
      .execute();
    const clientId = newId();
    await janasApi.chat.typing({ id, clientId });
    expect(signalsOf("chatTyping")).toEqual([
      {
        event: "chatTyping",
        payload: { chat: { id }, user: { id: jana.id, name: "Jana Petersen" }, message: { clientId } },
        toUserId: timo.id,
      },
    ]);
  });

  it("is told anew after a message, even when a signal of that one was overtaken by it", async () => {
    const { id } = await open(janasApi);
    await timosApi.chat.markRead({ id, number: 1 });
    const [sent, next] = [newId(), newId()];
    await janasApi.chat.send({ chatId: id, body: "Schon da", clientId: sent });
    await janasApi.chat.typing({ id, clientId: sent });
    expect(signalsOf("chatTyping")).toEqual([]);
    await janasApi.chat.typing({ id, clientId: next });
    expect(signalsOf("chatTyping")).toMatchObject([{ payload: { message: { clientId: next } } }]);
  });
});

describe("a message", () => {
  it("tells whom it mentions or answers, and makes them take part", async () => {
    const { id } = await open(janasApi);
    await say(janasApi, id, `@[user:${timo.id}] schaust du?`);
    expect(await timosApi.chat.countUnread({})).toEqual({ chats: 1 });
    await say(timosApi, id, "Ja", { replyTo: 2 });
    const rows = await office.services.db
      .selectFrom("notifications")
      .select(["forUserId", "title", "category", "link"])
      .orderBy("createdAt")
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      {
        forUserId: timo.id,
        title: "Jana Petersen hat dich erwähnt in „Mailumzug“.",
        category: "chat",
        link: `/wiki/chats?chat=${id}&message=2`,
      },
      {
        forUserId: jana.id,
        title: "Timo Brandt hat dir geantwortet in „Mailumzug“.",
        category: "chat",
        link: `/wiki/chats?chat=${id}&message=3`,
      },
    ]);
  });

  it("names what it mentions, to each reader as far as they may see it", async () => {
    const { pageId, api } = await restrictedChat();
    const { id } = await open(api, { title: "Offen" });
    const { id: customerId } = await createRecord(janasApi, "customer", { name: "Weingut [Amsel](x)" });
    await say(api, id, `Siehe @[page:${pageId}] für @[customer:${customerId}] und @[user:${timo.id}]`);
    const html = async (reader: Api) => (await reader.chat.messages({ chatId: id })).messages.at(-1)?.html;
    expect(await html(api)).toContain(`<a href="/wiki/${pageId}">Geheimer Plan</a>`);
    expect(await html(janasApi)).toContain("Siehe Wiki-Seite für");
    expect(await html(janasApi)).not.toContain("Geheim");
    expect(await html(janasApi)).toContain(`<a href="/customers/${customerId}">Weingut [Amsel](x)</a>`);
    const [forTimo] = (await timosApi.chat.messages({ chatId: id })).messages.slice(-1);
    expect(forTimo?.mentionsMe).toBe(true);
  });

  it("shows markup as text and runs nothing", async () => {
    const { id } = await open(janasApi);
    const vectors = [
      "<script>alert(1)</script>",
      "<img src=x onerror=alert(1)>",
      "[x](javascript:alert(1))",
      "@[user:<b>]",
    ];
    const { html } = await say(janasApi, id, vectors.join("\n\n"));
    expect(html).not.toMatch(/<script|<img|onerror=|javascript:/i);
  });

  it("keeps a date at the head of a line, and lists only what counts from one", async () => {
    const { id } = await open(janasApi);
    const html = async (body: string) => (await say(janasApi, id, body)).html;
    expect(await html("12. Dezember, 17 Uhr\noder 13. Dezember")).toBe(
      "<p>12. Dezember, 17 Uhr<br />oder 13. Dezember</p>\n",
    );
    expect(await html("1. Wahl wäre Kochen.")).toContain("<p>1. Wahl");
    expect(await html("```\n5. Zeile\n```")).toContain("5. Zeile");
    expect(await html("1. Anmelden\n2. Prüfen")).toContain("<li>Prüfen</li>");
  });

  it("is changed and taken back by its author, its place stays, and its words are gone everywhere", async () => {
    const { id: chatId } = await open(janasApi);
    const { id } = await say(janasApi, chatId, "Vertippt");
    await timosApi.chat.react({ id, sign: "👍", on: true });
    expect(await janasApi.chat.edit({ id, body: "Richtig" })).toMatchObject({
      body: "Richtig",
      editedAt: expect.any(Date),
    });
    await say(timosApi, chatId, "Dazu", { replyTo: 2 });
    await janasApi.chat.delete({ id });
    const answer = await timosApi.chat.messages({ chatId });
    expect(answer.messages[1]).toMatchObject({ number: 2, body: "", html: "", reactions: [] });
    expect(answer.messages[2]?.replyTo?.text).toBe("Nachricht gelöscht");
    expect(JSON.stringify(answer)).not.toContain("Richtig");
    expect(JSON.stringify(await timosApi.chat.list({}))).not.toContain("Richtig");
  });

  it("collects reactions of each person once", async () => {
    const { id: chatId } = await open(janasApi);
    const [message] = (await janasApi.chat.messages({ chatId })).messages;
    const id = message?.id ?? "";
    for (const api of [janasApi, timosApi, timosApi]) await api.chat.react({ id, sign: "✓", on: true });
    await janasApi.chat.react({ id, sign: "👍", on: true });
    await janasApi.chat.react({ id, sign: "👍", on: false });
    const reactions = (await janasApi.chat.messages({ chatId })).messages[0]?.reactions;
    expect(reactions?.map(({ sign, people }) => [sign, people.length])).toEqual([["✓", 2]]);
  });
});

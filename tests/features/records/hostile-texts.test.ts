import { beforeEach, describe, expect, it } from "vitest";
import { isCostly } from "../../../contract/document/markdown/measured-tokenizer.ts";
import { newId } from "../../../server/db/new-id.ts";
import type { Api } from "../../../server/features/router.ts";
import { notesHtml } from "../../../server/records/notes-html.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { createPage, mention, paragraph, write } from "../../support/wiki/wiki.ts";

let office: Office;
let jana: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  api = await office.as(jana);
});

const filled = (part: string, length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length);

describe("a text that is made to be slow", () => {
  it.each(["*_a", "_a_", "**a ", "a.".repeat(800), "> ", ">", "~~a "])("of „%s“ is shown as it is", (part) => {
    const text = `${filled(part, 19_999)}@`;
    const html = notesHtml(text);
    expect(html.replace(/<[^>]+>/g, "").length).toBeGreaterThan(0);
    expect(html).not.toMatch(/<(?:em|strong)><(?:em|strong)><(?:em|strong)><(?:em|strong)>/);
  });

  it("keeps its lines and runs nothing", () => {
    const text = `${filled("*_a", 9000)}\n<img src=x onerror=alert(1)> & mehr`;
    expect(isCostly(text)).toBe(true);
    expect(notesHtml(text)).toContain("<br />&lt;img src=x onerror=alert(1)&gt; &amp; mehr");
  });

  it("is not what people write", () => {
    const list = Array.from({ length: 200 }, (_, index) => `* **Punkt ${index}** mit _Betonung_`).join("\n\n");
    expect(isCostly(list)).toBe(false);
    expect(notesHtml(list).match(/<strong>/g)).toHaveLength(200);
    expect(notesHtml(list).match(/<em>/g)).toHaveLength(200);
  });
});

describe("mentions", () => {
  const mentions = (count: number) => Array.from({ length: count }, (_, index) => `@[user:u${index}]`).join("");

  it("come fifty to a message, also when it is changed", async () => {
    const chat = { title: "Frage", clientId: newId(), fileKeys: [] };
    const many = await refusalOf(api.chat.create({ ...chat, body: mentions(51) }));
    expect(many.fields).toEqual({ body: [expect.any(String)] });
    const { id } = await api.chat.create({ ...chat, body: mentions(50) });
    const [message] = (await api.chat.messages({ chatId: id })).messages;
    const body = mentions(51);
    expect((await refusalOf(api.chat.edit({ id: message?.id ?? "", body }))).code).toBe("BAD_REQUEST");
    expect((await refusalOf(api.chat.send({ chatId: id, body, clientId: newId() }))).code).toBe("BAD_REQUEST");
  });

  it("by the ten thousand leave a page readable", async () => {
    const { id } = await createPage(api);
    const nodes = Array.from({ length: 10_000 }, (_, index) => mention(index % 2 ? "user" : "page", `x${index}`, ""));
    await write(office, jana, id, paragraph(...nodes));
    expect((await api.page.read({ id })).references).toHaveLength(10_000);
  });
});

describe("„schreibt gerade“", () => {
  it("is told once a second, however often it is said", async () => {
    const timo = await office.hire({ name: "Timo Brandt" });
    const { id } = await api.chat.create({ title: "Frage", body: "Worte", clientId: newId(), fileKeys: [] });
    await (await office.as(timo)).chat.markRead({ id, number: 1 });
    const at = office.services.now().toISOString();
    await office.services.db.updateTable("users").set({ lastSeenAt: at }).execute();
    const told = () => office.signals.filter(({ event }) => event === "chatTyping").length;
    for (let time = 0; time < 20; time += 1) await api.chat.typing({ id, clientId: newId() });
    expect(told()).toBe(1);
    office.advance(1000);
    await api.chat.typing({ id, clientId: newId() });
    expect(told()).toBe(2);
  });
});

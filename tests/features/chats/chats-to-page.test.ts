import { beforeEach, describe, expect, it } from "vitest";
import type { DocumentJson } from "../../../contract/document/json.ts";
import { newId } from "../../../server/db/new-id.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { expectRefusal } from "../../support/records/refusals.ts";
import { documentOf, putPage } from "../../support/wiki/pages.ts";

let office: Office;
let jana: Person;
let api: Api;
let chatId: string;
let pageId: string;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  api = await office.as(jana);
  pageId = await putPage(office.services.db, { document: documentOf("Davor.") });
  const body = "Der **MX** stand auf 86400.";
  chatId = (await api.chat.create({ title: "Mailumzug [neu]", body, clientId: newId() })).id;
});

const say = (body: string) => api.chat.send({ chatId, body, clientId: newId() });
const take = (by: Api, more: object = {}) =>
  by.chat.toPage({ chatId, numbers: [1], pageId, heading: "TTL senken", ...more });

async function read(): Promise<DocumentJson> {
  const row = await office.services.db
    .selectFrom("pages")
    .select("contentJson")
    .where("id", "=", pageId)
    .executeTakeFirstOrThrow();
  return JSON.parse(row.contentJson) as DocumentJson;
}

describe("messages become a section of a page", () => {
  it("not for strangers, not for who only reads, and not where page or chat are not theirs", async () => {
    await expect(take(await office.as(undefined))).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(take(await office.as(await office.hire({ role: "readonly" })))).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    const hidden = await putPage(office.services.db, { maintainersOnly: 1 });
    await expect(take(api, { pageId: hidden })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const { id: foreign } = await (await office.as(await office.hire({ role: "maintainer" }))).chat.create({
      title: "Geheim",
      body: "Streng geheim",
      clientId: newId(),
      target: { type: "page", id: hidden },
    });
    await expect(take(api, { chatId: foreign })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(JSON.stringify(await read())).not.toContain("MX");
  });

  it("not without messages or a heading, and not in the trash", async () => {
    await expectRefusal(take(api, { numbers: [] }), "BAD_REQUEST", "numbers");
    await expect(take(api, { numbers: [99] })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      cause: { fields: { numbers: expect.anything() } },
    });
    await expectRefusal(take(api, { heading: " " }), "BAD_REQUEST", "heading");
    const gone = await putPage(office.services.db, { archivedAt: new Date().toISOString() });
    await expectRefusal(take(api, { pageId: gone }), "PRECONDITION_FAILED");
  });

  it("at its end, with who wrote them and where they are from", async () => {
    await say(`@[user:${jana.id}] ergänzt es.\n# Keine Überschrift`);
    const { id: gone } = await say("Vertippt");
    await api.chat.delete({ id: gone });
    await say("Nicht gewählt");
    expect(await take(api, { numbers: [3, 2, 1] })).toMatchObject({ id: pageId });
    const { content } = await read();
    expect(content.map(({ type }) => type)).toEqual([
      "paragraph",
      "heading",
      "paragraph",
      "blockquote",
      "paragraph",
      "blockquote",
      "paragraph",
    ]);
    const text = JSON.stringify(content);
    expect(text).toContain("TTL senken");
    expect(text).toContain('"kind":"user"');
    expect(text).not.toContain("Vertippt");
    expect(text).not.toContain("Nicht gewählt");
    expect(JSON.stringify(content.at(-1))).toContain(`/wiki/chats?chat=${chatId}&message=1`);
    expect(JSON.stringify(content.at(-1))).toContain("Mailumzug [neu]");
  });
});

import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { type FileDesk, openFileDesk } from "../../support/file-desk.ts";
import { threadAnswersDuring, withThreadHeldUp } from "../../support/threads/thread-answers.ts";
import { unzip } from "../../support/wiki/page-transfer.ts";
import { documentOf } from "../../support/wiki/pages.ts";

const row = (text: string) => `|${` ${text} |`.repeat(10)}\n`;
const table = row("k") + row("---") + row("w").repeat(280);
const markdown = `${table}\n${"Absatz **fett** und normal.\n\n".repeat(600)}`;

let desk: FileDesk;
let person: Person;
let api: Awaited<ReturnType<FileDesk["as"]>>;
let id: string;

beforeAll(async () => {
  desk = await openFileDesk();
  person = await desk.hire();
  api = await desk.as(person);
  ({ id } = await api.pageTransfer.create({ body: { title: "Die größte Seite" }, markdown }));
});
afterAll(() => desk.close());

/** The page was worked on beside the requests of others. */
const isApart = async (work: () => Promise<unknown>) =>
  expect(await threadAnswersDuring(work)).toContainEqual({ result: expect.anything() });

const contentOf = (pageId: string) =>
  desk.services.db
    .selectFrom("pages")
    .select(["contentJson", "headingText", "contentText", "contentVersion"])
    .where("id", "=", pageId)
    .executeTakeFirstOrThrow();

it("is read apart from the others' requests, once for all who ask meanwhile", async () => {
  let readings: { html: string }[] = [];
  const answers = await threadAnswersDuring(async () => {
    readings = await Promise.all([api.page.read({ id }), api.page.read({ id })]);
  });
  expect(answers).toEqual([{ result: expect.anything() }]);
  expect(readings[0]?.html).toContain("<strong>fett</strong>");
  expect(readings[1]?.html).toBe(readings[0]?.html);
});

it("is duplicated apart from the others' requests, as it is stored", async () => {
  let copyId = "";
  await isApart(async () => {
    copyId = (await api.page.duplicate({ id })).id;
  });
  expect(isDeepStrictEqual(await contentOf(copyId), await contentOf(id))).toBe(true);
  await desk.services.pageRooms.edit(copyId, person.id, (document) => ({
    ...document,
    content: document.content.slice(1),
  }));
  expect((await contentOf(copyId)).contentJson.length).toBeLessThan((await contentOf(id)).contentJson.length);
});

it("that is written in while its copy is made ready is copied as it was written", async () => {
  const contentJson = JSON.stringify(documentOf("Nachtrag"));
  const other = await api.page.duplicate({ id });
  const copy = await withThreadHeldUp(
    () => api.page.duplicate({ id: other.id }),
    () => desk.services.db.updateTable("pages").set({ contentJson }).where("id", "=", other.id).execute(),
  );
  expect((await contentOf(copy.id)).contentJson).toBe(contentJson);
});

it.each(["zip", "html.zip"])("leaves the portal as %s apart from the others' requests", async (format) => {
  let bytes = new Uint8Array();
  await isApart(async () => {
    const answer = await desk.get(person, `/api/export/wiki/${id}.${format}`);
    bytes = new Uint8Array(await answer.arrayBuffer());
  });
  const all = Object.values(unzip(bytes)).join("\n");
  expect(all.match(/Absatz/g)).toHaveLength(600);
});

it("is compared and saved from its editors apart from the others' requests", async () => {
  const add = { type: "paragraph", content: [{ type: "text", text: "Noch ein Absatz" }] };
  await desk.services.pageRooms.edit(id, person.id, (document) => ({
    ...document,
    content: [add, ...document.content],
  }));
  const { data } = await api.page.revisions({ id, page: 1, limit: 10 });
  expect(data.length).toBeGreaterThan(0);
  const no = data[0]?.no ?? 0;
  await isApart(() => api.page.diff({ id, from: no, to: no }));
});

it("is handed out, written anew over REST and restored apart from the others' requests", async () => {
  const page = await api.page.duplicate({ id });
  await isApart(() => api.page.content({ id: page.id }));
  const words = (await contentOf(page.id)).contentText;
  await api.page.setSummary({ id: page.id, no: 1, summary: "Stand" });
  await isApart(() => api.pageTransfer.writeMarkdown({ id: page.id, markdown: `Anfang\n\n${markdown}` }));
  expect((await contentOf(page.id)).contentText).toMatch(/^Anfang\n/);
  await isApart(() => api.page.restoreRevision({ id: page.id, no: 1 }));
  expect((await contentOf(page.id)).contentText).toBe(words);
});

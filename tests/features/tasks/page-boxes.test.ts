import { beforeEach, describe, expect, it } from "vitest";
import type { DocumentNode } from "../../../contract/document/json.ts";
import type { Api } from "../../../server/features/router.ts";
import { tickBoxes } from "../../../server/features/tasks/page-boxes.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { createPage, documentOf, paragraph, write } from "../../support/wiki/wiki.ts";

let office: Office;
let jana: Person;
let janas: Api;
let pageId: string;

type Box = DocumentNode & { attrs: { checked: boolean; task?: string | null } };
const box = (words: string, attrs: Partial<Box["attrs"]> = {}, ...below: DocumentNode[]): Box => ({
  type: "taskItem",
  attrs: { checked: false, ...attrs },
  content: [paragraph(words), ...below],
});
const list = (...content: Box[]): DocumentNode => ({ type: "taskList", content });

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  janas = await office.as(jana);
  pageId = (await createPage(janas, { title: "Relaunch" })).id;
  await write(office, jana, pageId, list(box("DNS umstellen"), box("Texte prüfen")), paragraph("Ende"));
});

const documentIn = async () => {
  const row = await office.services.db
    .selectFrom("pages")
    .select("contentJson")
    .where("id", "=", pageId)
    .executeTakeFirstOrThrow();
  return JSON.parse(row.contentJson) as { content: DocumentNode[] };
};
/** „+DNS umstellen“ for a box that is ticked, „-…“ for one that is not, as they stand in the page. */
const boxesIn = async () => {
  const of = (node: { content?: DocumentNode[] }): string[] =>
    (node.content ?? []).flatMap((child) => [
      ...(child.type === "taskItem"
        ? [`${child.attrs?.checked ? "+" : "-"}${child.content?.[0]?.content?.[0]?.text}`]
        : []),
      ...of(child),
    ]);
  return of(await documentIn());
};
const make = (text: string, index: number, api = janas) =>
  api.task.create({ title: text, targetType: "page", targetId: pageId, source: "page", box: { index, text } });
const stateOf = async (id: string) => (await janas.task.get({ id })).state;
const edit = (change: (content: DocumentNode[]) => DocumentNode[], by = jana) =>
  office.services.pageRooms.edit(pageId, by.id, (document) => documentOf(...change([...document.content])));
const withTick = (index: number, checked: boolean) => (content: DocumentNode[]) =>
  content.map((node) =>
    node.type === "taskList"
      ? {
          ...node,
          content: (node.content ?? []).map((item, at) =>
            at === index ? { ...item, attrs: { ...item.attrs, checked } } : item,
          ),
        }
      : node,
  );

describe("a check box of a page", () => {
  it("stands for a task of that page alone", async () => {
    const wrong = { title: "A", box: { index: 0, text: "DNS umstellen" } };
    expect((await refusalOf(janas.task.create(wrong))).code).toBe("BAD_REQUEST");
    const made = await make("Gibt es nicht", 0);
    expect(await stateOf(made.id)).toBe("open");
    expect(JSON.stringify(await documentIn())).not.toContain(made.id);
  });

  it("is ticked when its task is done, and not any more when that is opened again", async () => {
    const { id } = await make("Texte prüfen", 1);
    await janas.task.complete({ id });
    await tickBoxes(office.services);
    expect(await boxesIn()).toEqual(["-DNS umstellen", "+Texte prüfen"]);
    await janas.task.reopen({ id });
    await tickBoxes(office.services);
    expect(await boxesIn()).toEqual(["-DNS umstellen", "-Texte prüfen"]);
    expect(await stateOf(id)).toBe("open");
    expect(await tickBoxes(office.services)).toBe(0);
  });

  it("is found by its words where the page has moved on", async () => {
    await edit((content) => [list(box("Neu davor")), ...content]);
    const { id } = await make("DNS umstellen", 0);
    await janas.task.complete({ id });
    await tickBoxes(office.services);
    expect(await boxesIn()).toEqual(["-Neu davor", "+DNS umstellen", "-Texte prüfen"]);
  });

  it("does its task when a person ticks it, in their name, and opens it again without the tick", async () => {
    const { id } = await make("DNS umstellen", 0);
    const timo = await office.hire({ name: "Timo Brandt" });
    await edit(withTick(0, true), timo);
    expect(await janas.task.get({ id })).toMatchObject({ state: "done", done: { by: "Timo Brandt" } });
    await edit(withTick(0, false), timo);
    expect(await stateOf(id)).toBe("open");
    expect((await janas.task.history({ id })).map(({ by }) => by?.name)).toEqual([
      "Timo Brandt",
      "Timo Brandt",
      "Jana Petersen",
    ]);
  });

  it("leaves the task alone that it stood for when it is deleted, and shows how that stands when it comes back", async () => {
    const { id } = await make("DNS umstellen", 0);
    await edit((content) => content.filter(({ type }) => type !== "taskList"));
    await janas.task.complete({ id });
    expect(await tickBoxes(office.services)).toBe(0);
    expect(await stateOf(id)).toBe("done");
    await edit((content) => [list(box("DNS umstellen", { task: id })), ...content]);
    await tickBoxes(office.services);
    expect(await boxesIn()).toEqual(["+DNS umstellen"]);
    expect(await stateOf(id)).toBe("done");
  });

  it("counts once though it was copied, and nothing on another page", async () => {
    const { id } = await make("DNS umstellen", 0);
    const other = (await createPage(janas, { title: "Kopie" })).id;
    await write(office, jana, other, list(box("DNS umstellen", { task: id, checked: true })));
    expect(await stateOf(id)).toBe("open");
    await edit((content) => [...content, list(box("DNS umstellen", { task: id, checked: true }))]);
    expect(await stateOf(id)).toBe("open");
  });

  it("waits while its page lies in the trash", async () => {
    const { id } = await make("DNS umstellen", 0);
    const { version } = await janas.page.get({ id: pageId });
    await janas.page.trash({ id: pageId, version, withChildren: false });
    await janas.task.complete({ id });
    expect(await tickBoxes(office.services)).toBe(0);
    await janas.page.restore({ id: pageId });
    await tickBoxes(office.services);
    expect(await boxesIn()).toContain("+DNS umstellen");
  });

  it("is not touched where the page may only be read", async () => {
    const { version } = await janas.page.get({ id: pageId });
    await janas.page.trash({ id: pageId, version, withChildren: false });
    const { id } = await make("DNS umstellen", 0);
    expect(await stateOf(id)).toBe("open");
    expect(JSON.stringify(await documentIn())).not.toContain(id);
  });

  it("keeps what others type meanwhile", async () => {
    const { id } = await make("DNS umstellen", 0);
    await janas.task.complete({ id });
    await Promise.all([tickBoxes(office.services), edit((content) => [...content, paragraph("Zum Schluss")])]);
    expect(JSON.stringify(await documentIn())).toContain("Zum Schluss");
    expect(await boxesIn()).toEqual(["+DNS umstellen", "-Texte prüfen"]);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import * as Y from "yjs";
import type { DocumentJson } from "../../../contract/document/json.ts";
import { applyUpdate, BadUpdate, isKnown } from "../../../server/features/wiki/collab/apply-update.ts";
import { compactPage } from "../../../server/features/wiki/collab/compact-pages.ts";
import { appendUpdates, readPageState } from "../../../server/features/wiki/collab/room-store.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { documentOf, putPage } from "../../support/wiki/pages.ts";

let office: Office;
let person: Person;
let pageId: string;
beforeEach(async () => {
  office = await openOffice();
  person = await office.hire();
  pageId = await putPage(office.services.db, { document: documentOf("Anfang") });
});

const addTo =
  (...lines: string[]) =>
  (document: DocumentJson): DocumentJson => ({
    ...document,
    content: [...document.content, ...documentOf(...lines).content],
  });

const noteShown = (shownNumber: number) =>
  office.services.db.updateTable("pageStates").set({ shownNumber }).where("pageId", "=", pageId).execute();

const contentOf = async (id: string) => {
  const page = office.services.db.selectFrom("pages").select("contentJson").where("id", "=", id);
  return JSON.parse((await page.executeTakeFirstOrThrow()).contentJson);
};

describe("an edit of the server's own", () => {
  it("is refused for a page that has no content", async () => {
    await expect(office.services.pageRooms.edit("gibt-es-nicht", person.id, addTo("Neu"))).rejects.toThrow(
      "has no content",
    );
  });

  it("that fails leaves the page as it was", async () => {
    const { pageRooms } = office.services;
    const fail = () => {
      throw new Error("nicht zu ändern");
    };
    await expect(pageRooms.edit(pageId, person.id, fail)).rejects.toThrow("nicht zu ändern");
    const nonsense = { type: "doc", content: [{ type: "gibt-es-nicht" }] } as DocumentJson;
    await expect(pageRooms.edit(pageId, person.id, () => nonsense)).rejects.toThrow("Unknown node type: gibt-es-nicht");
    await pageRooms.edit(pageId, person.id, addTo("Danach"));
    expect(await contentOf(pageId)).toEqual(documentOf("Anfang", "Danach"));
  });

  it("is stored with its author, shown at once, and told to the others", async () => {
    office.signals.length = 0;
    await office.services.pageRooms.edit(pageId, person.id, addTo("Neu"));
    expect(await contentOf(pageId)).toEqual(documentOf("Anfang", "Neu"));
    const updates = await office.services.db.selectFrom("pageUpdates").select(["number", "userId"]).execute();
    expect(updates).toEqual([{ number: 1, userId: person.id }]);
    expect(office.signals).toContainEqual(expect.objectContaining({ event: "pageUpdated" }));
  });

  it("waits for the one before it", async () => {
    const { pageRooms } = office.services;
    const lines = Array.from({ length: 10 }, (_, index) => `Zeile ${index}`);
    await Promise.all(lines.map((line) => pageRooms.edit(pageId, person.id, addTo(line))));
    const { content } = await contentOf(pageId);
    expect(content).toHaveLength(11);
    expect(content).toEqual(expect.arrayContaining(documentOf(...lines).content));
  });
});

describe("compacting", () => {
  it("keeps what is not shown yet with its authors, and loses nothing", async () => {
    const { db, pageRooms, now } = office.services;
    await pageRooms.edit(pageId, person.id, addTo("Eins"));
    await pageRooms.edit(pageId, person.id, addTo("Zwei"));
    await noteShown(1);
    await compactPage({ db, now }, pageId);
    const stored = await readPageState(db, pageId);
    expect(stored).toMatchObject({ number: 2, shownNumber: 1, compactedNumber: 1 });
    expect(stored?.updates).toMatchObject([{ number: 2, userId: person.id }]);
    const late = await putPage(db);
    await compactPage({ db, now }, late);
    expect(await readPageState(db, late)).toMatchObject({ number: 0 });
  });

  it("goes on counting where it was", async () => {
    const { db, pageRooms, now } = office.services;
    await pageRooms.edit(pageId, person.id, addTo("Eins"));
    await compactPage({ db, now }, pageId);
    expect(await db.selectFrom("pageUpdates").selectAll().execute()).toEqual([]);
    expect(await readPageState(db, pageId)).toMatchObject({ number: 1, shownNumber: 1, updates: [] });
    await appendUpdates(db, pageId, [{ data: new Uint8Array([0, 0]), userId: person.id }], now());
    const updates = [{ number: 2, userId: person.id }];
    expect(await readPageState(db, pageId)).toMatchObject({ number: 2, shownNumber: 1, updates });
  });
});

it("what nobody has shown is shown by the job, and by it alone when it is left", async () => {
  const { db, pageRooms } = office.services;
  await pageRooms.edit(pageId, person.id, addTo("Gespeichert"));
  await noteShown(0);
  await db.updateTable("pages").set({ contentJson: "{}" }).where("id", "=", pageId).execute();
  const other = await openOfficeOn(office);
  await other.recover();
  expect(await contentOf(pageId)).toEqual(documentOf("Anfang", "Gespeichert"));
  expect(await readPageState(db, pageId)).toMatchObject({ number: 1, shownNumber: 1 });
});

async function openOfficeOn({ services }: Office) {
  const { withPageRooms } = await import("../../../server/features/wiki/with-page-rooms.ts");
  return withPageRooms(services).pageRooms;
}

describe("an update", () => {
  const write = (doc: Y.Doc, text: string) => doc.getText("content").insert(0, text);

  it("that is none is refused before it touches anything", () => {
    const doc = new Y.Doc();
    write(doc, "Bleibt");
    expect(() => applyUpdate(doc, new Uint8Array([255, 255, 255]))).toThrow(BadUpdate);
    expect(() => isKnown(doc, new Uint8Array([1, 2, 3]))).toThrow(BadUpdate);
    expect(doc.getText("content").toString()).toBe("Bleibt");
  });

  it("that nests deeper than a document may is refused", () => {
    const doc = new Y.Doc();
    let inner = doc.getMap("content");
    for (let depth = 0; depth < 100; depth += 1) {
      const next = new Y.Map();
      inner.set("a", next);
      inner = next as Y.Map<unknown>;
    }
    expect(() => applyUpdate(new Y.Doc(), Y.encodeStateAsUpdate(doc))).toThrow(BadUpdate);
  });

  it("that is known is not stored again, and one that waits for another is stored as it came", () => {
    const [author, doc] = [new Y.Doc(), new Y.Doc()];
    const updates: Uint8Array[] = [];
    author.on("update", (update: Uint8Array) => updates.push(update));
    write(author, "b");
    write(author, "a");
    const [first, second] = updates as [Uint8Array, Uint8Array];
    expect(isKnown(doc, first)).toBe(false);
    expect(applyUpdate(doc, second)).toEqual({ news: undefined, stored: second });
    const both = applyUpdate(doc, first);
    expect(both.stored).toBe(both.news);
    expect(doc.getText("content").toString()).toBe("ab");
    expect(applyUpdate(doc, first)).toEqual({ news: undefined, stored: undefined });
    expect(isKnown(doc, Y.encodeStateAsUpdate(author))).toBe(true);
  });
});

import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { SessionStatus } from "../../app/features/wiki/session/session-status.ts";
import type { Person } from "../../server/trpc/context.ts";
import { startTestPortal, type TestPortal } from "../support/portal/portal.ts";
import { apiOf } from "../support/portal/portal-api.ts";
import { openWriter, reach, type Writer } from "../support/wiki/page-clients.ts";
import { documentOf, putPage } from "../support/wiki/pages.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

async function sit(pageId: string, person?: Person): Promise<Writer> {
  const { id } = person ?? (await portal.hire());
  const { cookie } = await portal.signIn({ id });
  const writer = openWriter({ origin: portal.url, cookie, pageId, personId: id });
  onTestFinished(() => writer.destroy());
  return writer;
}

const contentOf = async (pageId: string) => {
  const { contentJson } = await portal.portal.services.db
    .selectFrom("pages")
    .select("contentJson")
    .where("id", "=", pageId)
    .executeTakeFirstOrThrow();
  return JSON.parse(contentJson);
};

test("20 people make 500 edits at once: one document, every edit in it, every one stored", async () => {
  const pageId = await putPage(portal.portal.services.db);
  const writers = await Promise.all(Array.from({ length: 20 }, () => sit(pageId)));
  await Promise.all(writers.map(({ synced }) => synced));
  const written: string[] = [];
  for (let round = 0; round < 25; round += 1) {
    for (const [index, writer] of writers.entries()) {
      const line = `Zeile ${round} von ${index}`;
      writer.write(line);
      written.push(line);
    }
    // Others get their turn between two edits, as between two keystrokes.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(writers.map((writer) => writer.saved()));
  const first = writers[0] as Writer;
  await vi.waitFor(() => {
    for (const writer of writers) expect(writer.read()).toEqual(first.read());
    expect(first.lines().filter(Boolean).sort()).toEqual(written.sort());
  });
  await portal.portal.services.pageRooms.materialise(pageId);
  expect(await contentOf(pageId)).toEqual(first.read());
});

test("what is written while offline and what is written meanwhile are both there afterwards", async () => {
  const pageId = await putPage(portal.portal.services.db, { document: documentOf("Anfang") });
  const [here, away] = await Promise.all([sit(pageId), sit(pageId)]);
  await Promise.all([here.synced, away.synced]);
  away.goOffline();
  await reach(away, "offline");
  away.write("Im Zug geschrieben");
  here.write("Im Büro geschrieben");
  await here.saved();
  expect(away.status.read()).toMatchObject({ state: "offline", hasUnsaved: true });
  expect(here.lines()).not.toContain("Im Zug geschrieben");
  const states: SessionStatus[] = [];
  away.status.subscribe(() => states.push(away.status.read()));
  away.comeBack();
  await away.saved();
  // Until the server has it, nobody takes it for saved: the page may be closed to its writer before it is.
  const connecting = states.filter(({ state }) => state === "connecting");
  expect(connecting.length).toBeGreaterThan(0);
  for (const status of connecting) expect(status).toMatchObject({ hasUnsaved: true });
  await vi.waitFor(() => expect(here.lines()).toEqual(away.lines()));
  expect(here.lines()).toEqual(expect.arrayContaining(["Anfang", "Im Zug geschrieben", "Im Büro geschrieben"]));
});

test("what is written while the connection is being made is stored with it", async () => {
  const pageId = await putPage(portal.portal.services.db, { document: documentOf("Anfang") });
  const writer = await sit(pageId);
  await writer.synced;
  writer.goOffline();
  await reach(writer, "offline");
  writer.comeBack();
  // The socket was opened in this very moment and cannot have been answered.
  writer.write("Im Tunnel geschrieben");
  await writer.saved();
  await portal.portal.services.pageRooms.materialise(pageId);
  expect(JSON.stringify(await contentOf(pageId))).toContain("Im Tunnel geschrieben");
});

test("an edit of the server's own meets what somebody types, and both stay", async () => {
  const { services } = portal.portal;
  const pageId = await putPage(services.db, { document: documentOf("Eins", "Zwei") });
  const person = await portal.hire();
  const writer = await sit(pageId, person);
  await writer.synced;
  writer.write("Drei");
  const [{ version }] = await Promise.all([
    services.pageRooms.edit(pageId, person.id, (document) => ({
      ...document,
      content: [...documentOf("Null").content, ...document.content],
    })),
    writer.saved(),
  ]);
  expect(version).toBeGreaterThanOrEqual(1);
  await vi.waitFor(() => expect(writer.lines()).toEqual(["Null", "Eins", "Zwei", "Drei"]));
  await services.pageRooms.materialise(pageId);
  expect(await contentOf(pageId)).toEqual(writer.read());
});

test("a page is changed on the server when nobody has it open", async () => {
  const { services } = portal.portal;
  const pageId = await putPage(services.db, { document: documentOf("Alt") });
  const { id } = await portal.hire();
  await services.pageRooms.edit(pageId, id, () => documentOf("Neu"));
  expect(await contentOf(pageId)).toEqual(documentOf("Neu"));
  expect(await services.pageRooms.edit(pageId, id, (document) => document)).toEqual({ version: undefined });
});

test("the content of a page follows when typing rests, and when the last one leaves", async () => {
  const pageId = await putPage(portal.portal.services.db);
  const [staying, leaving] = await Promise.all([sit(pageId), sit(pageId)]);
  await Promise.all([staying.synced, leaving.synced]);
  staying.write("Nach der Pause");
  await vi.waitFor(async () => expect(JSON.stringify(await contentOf(pageId))).toContain("Nach der Pause"));
  leaving.write("Zum Schluss");
  await leaving.saved();
  staying.destroy();
  leaving.destroy();
  await vi.waitFor(async () => expect(JSON.stringify(await contentOf(pageId))).toContain("Zum Schluss"));
});

test("others see who is here, and where the cursor stands", async () => {
  const pageId = await putPage(portal.portal.services.db);
  const ada = await portal.hire({ name: "Ada Winter" });
  const [first, second] = await Promise.all([sit(pageId, ada), sit(pageId)]);
  await Promise.all([first.synced, second.synced]);
  first.awareness.setLocalState({ user: { id: "falsch", name: "Chefin" }, cursor: { anchor: 1, head: 2 } });
  const seen = () => second.awareness.getStates().get(first.doc.clientID);
  await vi.waitFor(() =>
    expect(seen()).toEqual({ user: { id: ada.id, name: "Ada Winter" }, cursor: { anchor: 1, head: 2 } }),
  );
  first.destroy();
  await vi.waitFor(() => expect(seen()).toBeUndefined());
});

test("who is invisible sees the carets of the others and shows none", async () => {
  const pageId = await putPage(portal.portal.services.db);
  const ada = await portal.hire({ name: "Ada Winter" });
  await (await apiOf(portal, ada)).user.updatePreferences({ isInvisible: true });
  const [hidden, shown, witness] = await Promise.all([sit(pageId, ada), sit(pageId), sit(pageId)]);
  await Promise.all([hidden.synced, shown.synced, witness.synced]);
  hidden.awareness.setLocalState({ cursor: { anchor: 1, head: 2 } });
  hidden.write("Von Ada");
  await hidden.saved();
  shown.awareness.setLocalState({ cursor: { anchor: 1, head: 1 } });
  for (const other of [hidden, witness])
    await vi.waitFor(() => expect(other.awareness.getStates().get(shown.doc.clientID)).toBeDefined());
  expect(witness.lines()).toContain("Von Ada");
  expect(witness.awareness.getStates().get(hidden.doc.clientID)).toBeUndefined();
});

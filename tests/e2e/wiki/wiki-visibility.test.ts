import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { documentOf, mention, paragraph } from "../../support/wiki/wiki.ts";

let portal: TestPortal;
let malte: Person;
let rea: Person;
let secretId: string;
let openId: string;

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  malte = await portal.hire({ name: "Malte Grothe", role: "admin" });
  rea = await portal.hire({ name: "Rea Lesend", role: "readonly" });
  const api = await apiOf(portal, malte);
  openId = (await api.page.create({ body: { title: "Wartungsverträge" }, parentId: null })).id;
  const hidden = { title: "Gehaltsrunde Zugangskonzept", visibility: "maintainers" };
  const other = { title: "Gehaltsrunde Notizen", visibility: "maintainers" };
  const notes = await api.page.create({ body: other, parentId: null });
  const points = documentOf(paragraph(mention("page", openId, "Wartungsverträge")));
  await portal.portal.services.pageRooms.edit(notes.id, malte.id, () => points);
  const chat = (title: string, id: string) =>
    api.chat.create({ title, target: { type: "page", id }, body: title, clientId: `client-${id}` });
  await chat("Gehaltsrunde besprechen", notes.id);
  await chat("Vertragslaufzeiten", openId);
  secretId = (await api.page.create({ body: hidden, parentId: openId, templateId: "template-emergency" })).id;
});
afterAll(() => portal.stop());

test("a restricted page is met nowhere by who may not read it", async () => {
  const asAdmin = await openBrowser(portal, { person: malte });
  await visit(asAdmin, `/wiki/${openId}`);
  await asAdmin
    .getByRole("region", { name: /Verweise hierher/ })
    .getByRole("link", { name: /Gehaltsrunde/ })
    .waitFor();
  const page = await openBrowser(portal, { person: rea, expected: [/^404 GET .*\/wiki\//] });
  await visit(page, `/wiki/${openId}`);
  await page.getByRole("heading", { name: "Wartungsverträge", level: 1 }).waitFor();
  await page.getByRole("treeitem", { name: "Wartungsverträge" }).waitFor();
  await expect.poll(() => page.getByText("Gehaltsrunde").count()).toBe(0);
  await expect.poll(() => page.getByRole("link", { name: "Bearbeiten" }).count()).toBe(0);

  await expect.poll(() => page.getByText("Verweise hierher").count()).toBe(0);

  await visit(page, "/wiki/chats");
  await page.getByRole("link", { name: /Vertragslaufzeiten/ }).waitFor();
  await expect.poll(() => page.getByText("Gehaltsrunde").count()).toBe(0);

  await visit(page, "/wiki/search?q=Gehaltsrunde");
  await page.getByText("Nichts gefunden für „Gehaltsrunde“.").waitFor();
  await visit(page, "/wiki/all?q=Gehaltsrunde");
  await page.getByText("Keine Treffer für diese Filter.").waitFor();

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("Gehaltsrunde");
  await page.getByText("Nothing found...").waitFor();
  await page.keyboard.press("Escape");

  const refused: string[] = [];
  for (const id of [secretId, "01900000-0000-7000-8000-000000000000"]) {
    await visit(page, `/wiki/${id}`);
    refused.push(await page.getByRole("heading", { name: "Diese Seite gibt es nicht." }).innerText());
    await visit(page, `/wiki/${id}/history`);
    await page.getByRole("heading", { name: "Diese Seite gibt es nicht." }).waitFor();
  }
  expect(new Set(refused).size).toBe(1);
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { findBarriers } from "../../support/browser/axe.ts";
import { openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { documentOf, heading, mention, paragraph, textNode } from "../../support/wiki/wiki.ts";

let portal: TestPortal;
let jana: Person;
let pageId: string;
let trashId: string;

const code = { type: "codeBlock", attrs: { language: "bash" }, content: [textNode("# danach\nrsync -az alt/ neu/")] };
const task = { type: "taskItem", attrs: { checked: true }, content: [paragraph("Kundin informiert")] };
const cell = (type: "tableHeader" | "tableCell", words: string) => ({ type, content: [paragraph(words)] });
const table = {
  type: "table",
  content: [
    { type: "tableRow", content: [cell("tableHeader", "Was"), cell("tableHeader", "Wer")] },
    { type: "tableRow", content: [cell("tableCell", "DNS"), cell("tableCell", "Timo")] },
  ],
};
const callout = (kind: string) => ({ type: "callout", attrs: { kind }, content: [paragraph("Erst lesen.")] });

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  jana = await portal.hire({ name: "Jana Petersen", role: "admin" });
  const timo = await portal.hire({ name: "Timo Brandt" });
  const api = await apiOf(portal, jana);
  const create = async (title: string, parentId: string | null = null) =>
    (await api.page.create({ body: { title }, parentId })).id;
  const parentId = await create("Betrieb");
  pageId = await create("Server-Umzug ohne Ausfall", parentId);
  trashId = await create("Faxvorlage");
  await api.page.trash({ id: trashId });
  await api.page.setFavourite({ id: pageId, isFavourite: true });
  const { pageRooms } = portal.portal.services;
  await pageRooms.edit(pageId, timo.id, () => documentOf(paragraph("Ein Anfang.")));
  const whole = documentOf(
    heading("Zwei Tage vorher"),
    paragraph("Zuerst ", mention("user", timo.id), " fragen, dann ", mention("page", parentId), "."),
    { type: "taskList", content: [task] },
    ...["info", "warning", "danger"].map(callout),
    heading("Umschalten"),
    code,
    table,
    paragraph("Ende."),
  );
  await pageRooms.edit(pageId, jana.id, () => whole);
});
afterAll(() => portal.stop());

/** The name of what a screen reader is told to read while the focus stays in the text. */
const told = (page: Page) =>
  page.getByRole("textbox", { name: "Text der Seite" }).evaluate((text) => {
    const id = text.getAttribute("aria-activedescendant");
    const option = id ? document.getElementById(id) : null;
    const list = document.getElementById(text.getAttribute("aria-controls") ?? "");
    const isIn = option !== null && list?.getAttribute("role") === "listbox" && list.contains(option);
    return isIn && option.getAttribute("role") === "option" ? (option.textContent ?? "") : undefined;
  });

describe.each([
  ["light", 1440],
  ["dark", 390],
] as const)("beginning in the %s theme, at %i px", (theme, width) => {
  const looks = { theme, viewport: width === 390 ? phone : undefined, reducedMotion: true };

  test("everybody can read and use the screens of the wiki", async () => {
    const page = await openBrowser(portal, { ...looks, person: jana, expected: [/^404 GET .*\/wiki\//] });
    const here = `/wiki/${pageId}`;
    const found: string[] = [];
    for (const path of [
      "/wiki",
      "/wiki/all",
      "/wiki/all?view=trash",
      "/wiki/search?q=umschalten",
      here,
      `/wiki/${trashId}`,
      `${here}/history`,
      `${here}/history?view=authors`,
      "/wiki/00000000-0000-7000-8000-000000000000",
    ]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      if (path.includes("q=")) await page.getByRole("list", { name: "Treffer" }).waitFor();
      found.push(...(await findBarriers(page, path)));
    }
    expect(found).toEqual([]);
  });

  test("everybody can write, and hears what „/“, „@“ and „[[“ offer", async () => {
    const page = await openBrowser(portal, { ...looks, person: jana });
    await visit(page, `/wiki/${pageId}?edit`);
    const text = page.getByRole("textbox", { name: "Text der Seite" });
    await text.getByText("Ende.", { exact: true }).click();
    const found = await findBarriers(page, "writing");
    await page.keyboard.press("End");
    for (const [typed, list, first] of [
      ["/", "Block einfügen", "Text"],
      ["@Timo", "Erwähnen", "Timo Brandt"],
      ["[[Betrieb", "Seite verlinken", "Betrieb"],
    ] as const) {
      await page.keyboard.press("Enter");
      await page.keyboard.type(typed);
      await page.getByRole("listbox", { name: list }).getByRole("option", { selected: true }).waitFor();
      await expect.poll(() => told(page)).toContain(first);
      if (typed === "/") {
        await page.keyboard.press("ArrowDown");
        await expect.poll(() => told(page)).toContain("Zitat");
      }
      found.push(...(await findBarriers(page, typed)));
      await page.keyboard.press("Escape");
      await page.getByRole("listbox", { name: list }).waitFor({ state: "detached" });
      await expect.poll(() => told(page)).toBe(undefined);
    }
    await page.keyboard.press("Control+Shift+K");
    await page.getByRole("dialog", { name: "Link einfügen" }).getByRole("textbox", { name: "Adresse" }).waitFor();
    found.push(...(await findBarriers(page, "link")));
    expect(found).toEqual([]);
  });
});

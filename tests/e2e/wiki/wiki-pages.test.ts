import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { isDraggable } from "../../support/browser/dragging.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";

let portal: TestPortal;
let jana: Person;
let api: Api;

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  jana = await portal.hire({ name: "Jana Petersen" });
  api = await apiOf(portal, jana);
});
afterAll(() => portal.stop());

const row = (page: Page, name: string) => page.getByRole("treeitem", { name, exact: true });
const level = (page: Page, name: string, at: number) => page.getByRole("treeitem", { name, exact: true, level: at });
const text = (page: Page) => page.getByRole("textbox", { name: "Text der Seite" });
const aPage = async (title: string, parentId: string | null = null) =>
  (await api.page.create({ body: { title }, parentId })).id;

async function write(page: Page, words: string): Promise<void> {
  await page.getByRole("link", { name: "Bearbeiten" }).click();
  await text(page).click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type(words);
  await page.getByText("Alle Änderungen gespeichert").waitFor();
  await page.getByRole("button", { name: "Fertig" }).click();
  await page.getByRole("link", { name: "Bearbeiten" }).waitFor();
}

test("the first page of an empty wiki comes from a template, and is read without the editor", async () => {
  const page = await openBrowser(portal, { person: jana });
  const scripts: string[] = [];
  page.on("response", async (response) => {
    if (response.url().endsWith(".js")) scripts.push(await response.text().catch(() => ""));
  });
  await visit(page, "/wiki");
  await page.getByRole("heading", { name: "Hier entsteht euer Wissen." }).waitFor();
  await page.getByRole("button", { name: /^Runbook Server-Umzug/ }).click();
  await text(page).waitFor();
  await page.getByRole("button", { name: "Fertig" }).click();
  // While it is written the page is headed „Runbook Server-Umzug bearbeiten“.
  await page.getByRole("heading", { name: /Runbook Server-Umzug$/, level: 1 }).waitFor();

  scripts.length = 0;
  await page.reload();
  await page.getByRole("heading", { name: "Runbook Server-Umzug", level: 1 }).waitFor();
  await page.getByRole("navigation", { name: "Inhalt der Seite" }).waitFor();
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((script) => script.includes("ProseMirror"))).toEqual([]);
});

test("„c“ begins a page: its title first, then its text", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/wiki");
  await page.keyboard.press("c");
  await page.getByRole("textbox", { name: "Titel" }).waitFor();
  await text(page).waitFor();
  await page.getByRole("textbox", { name: "Titel" }).fill("Wildcardzertifikate erneuern");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Alle 90 Tage.");
  await page.getByText("Alle Änderungen gespeichert").waitFor();
  await page.getByRole("button", { name: "Fertig" }).click();
  await page.getByRole("heading", { name: "Wildcardzertifikate erneuern", level: 1, exact: true }).waitFor();
  await page.getByText("Alle 90 Tage.").waitFor();
  await row(page, "Wildcardzertifikate erneuern, Entwurf").waitFor();
});

test("a page is moved with the keyboard, with the pointer and by choosing a place", async () => {
  const [start, middle] = [await aPage("Abläufe"), await aPage("Betrieb")];
  await aPage("Sicherungen zurückspielen");
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/wiki");
  await row(page, "Sicherungen zurückspielen").focus();
  await page.keyboard.press("Alt+ArrowRight");
  await level(page, "Sicherungen zurückspielen", 2).waitFor();
  await expect
    .poll(async () => (await api.page.tree({ parentId: middle })).map(({ title }) => title))
    .toEqual(["Sicherungen zurückspielen"]);
  await page.keyboard.press("Alt+ArrowLeft");
  await level(page, "Sicherungen zurückspielen", 1).waitFor();
  await page.keyboard.press("Alt+ArrowUp");
  await expect
    .poll(async () => {
      const titles = (await api.page.tree({})).map(({ title }) => title);
      return titles.indexOf("Sicherungen zurückspielen") < titles.indexOf("Betrieb");
    })
    .toBe(true);

  await isDraggable(row(page, "Betrieb"));
  await row(page, "Betrieb").dragTo(row(page, "Abläufe"), {
    sourcePosition: { x: 60, y: 15 },
    targetPosition: { x: 60, y: 15 },
    steps: 8,
  });
  await expect
    .poll(async () => (await api.page.tree({ parentId: start })).map(({ title }) => title))
    .toEqual(["Betrieb"]);

  await row(page, "Sicherungen zurückspielen").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Verschieben …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Abläufe", exact: true }).click();
  await dialog.getByRole("button", { name: "Verschieben" }).click();
  await level(page, "Sicherungen zurückspielen", 2).waitFor();
});

test("a page is moved by every key, however quickly they follow, and keeps the focus", async () => {
  const names: string[] = ["Takt eins", "Takt zwei", "Takt drei"];
  for (const name of names) await aPage(name);
  const page = await openBrowser(portal, { person: jana });
  await visitLive(page, "/wiki");
  const stored = async () =>
    (await api.page.tree({})).map(({ title }) => title).filter((title) => names.includes(title));
  await row(page, "Takt drei").focus();
  // No order that is expected was there on the way to it.
  for (const key of ["ArrowUp", "ArrowDown", "ArrowUp", "ArrowUp"]) await page.keyboard.press(`Alt+${key}`);
  await expect.poll(stored).toEqual(["Takt drei", "Takt eins", "Takt zwei"]);
  for (const key of ["ArrowDown", "ArrowDown"]) await page.keyboard.press(`Alt+${key}`);
  await expect.poll(stored).toEqual(["Takt eins", "Takt zwei", "Takt drei"]);
});

test("a page that is moved on before its first move is answered never jumps back", async () => {
  const [first, second, third] = ["Sprung eins", "Sprung zwei", "Sprung drei"] as const;
  const names: string[] = [first, second, third];
  for (const name of names) await aPage(name);
  const page = await openBrowser(portal, { person: jana });
  await visitLive(page, "/wiki");
  const order = await page.evaluateHandle((followed) => {
    const seen: string[] = [];
    const tree = document.querySelector('[role="tree"]');
    const position = (element: Element) => Number(element.getAttribute("aria-posinset"));
    const look = () => {
      const elements = [...(tree?.querySelectorAll("[aria-posinset]") ?? [])];
      const labels = elements
        .sort((a, b) => position(a) - position(b))
        .map((element) => element.getAttribute("aria-label") ?? "")
        .filter((label) => followed.includes(label));
      if (seen.at(-1) !== labels.join(", ")) seen.push(labels.join(", "));
    };
    look();
    if (tree) new MutationObserver(look).observe(tree, { subtree: true, childList: true, attributes: true });
    return seen;
  }, names);
  const held: (() => void)[] = [];
  await page.route(/page\.move/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await row(page, third).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.press("Alt+ArrowUp");
  // The tree is read while neither is made, and the second is sent only when the first has been answered.
  await aPage("Sprung der anderen");
  await row(page, "Sprung der anderen").waitFor();
  expect(held).toHaveLength(1);
  held[0]?.();
  await expect.poll(() => held.length).toBe(2);
  await aPage("Sprung dazwischen");
  await row(page, "Sprung dazwischen").waitFor();
  held[1]?.();
  const stored = async () =>
    (await api.page.tree({})).map(({ title }) => title).filter((title) => names.includes(title));
  await expect.poll(stored).toEqual([third, first, second]);
  // A page that is added after the second move is shown by a reading after it.
  await aPage("Sprung danach");
  await row(page, "Sprung danach").waitFor();
  expect(await order.jsonValue()).toEqual([
    [first, second, third].join(", "),
    [first, third, second].join(", "),
    [third, first, second].join(", "),
  ]);
});

test("two versions are compared, and the older one comes back", async () => {
  const body = { title: "Server-Umzug ohne Ausfall" };
  const colleague = await apiOf(portal, await portal.hire({ name: "Timo Brandt" }));
  const { id } = await colleague.page.create({ body, parentId: null, templateId: "template-server-move" });
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/wiki");
  await row(page, "Server-Umzug ohne Ausfall, geändert").getByRole("link").click();
  await write(page, "Zuerst in Ruhe lesen. ");
  await page.getByText("Zuerst in Ruhe lesen.").waitFor();
  await expect.poll(async () => (await api.page.revisions({ id })).totalItems).toBe(2);

  await page.getByRole("link", { name: "Verlauf" }).click();
  const comparison = page.getByRole("region", { name: "Vergleich" });
  await comparison.getByText("Vier Wörter dazu.").waitFor();
  await comparison.getByRole("insertion").getByText("Zuerst in Ruhe lesen.").waitFor();
  await comparison.getByText("Nebeneinander").click();
  await comparison.getByText("Älter", { exact: true }).waitFor();
  await comparison.getByRole("button", { name: "Version 1 wiederherstellen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Wiederherstellen" }).click();
  await page.getByText("Version 1 wiederhergestellt").waitFor();
  await page.getByRole("link", { name: "Wer hat was geschrieben" }).click();
  await page.getByText("Jana Petersen").first().waitFor();

  await page.getByRole("link", { name: "Zur Seite" }).click();
  await page.getByRole("heading", { name: "Server-Umzug ohne Ausfall", level: 1 }).waitFor();
  await expect.poll(() => page.getByText("Zuerst in Ruhe lesen.").count()).toBe(0);
});

test("a page goes into the trash and comes back", async () => {
  const id = await aPage("Alter Ablauf");
  await aPage("Teil davon", id);
  const page = await openBrowser(portal, { person: jana });
  await visit(page, `/wiki/${id}`);
  await page.getByRole("button", { name: "Mehr zu Alter Ablauf" }).click();
  await page.getByRole("menuitem", { name: "Papierkorb" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByLabel("Auch die Seite darunter").waitFor();
  await question.getByRole("button", { name: "In den Papierkorb" }).click();
  await page.getByText("Diese Seite liegt im Papierkorb.").waitFor();
  await row(page, "Alter Ablauf").waitFor({ state: "detached" });
  await expect.poll(() => page.getByRole("link", { name: "Bearbeiten" }).count()).toBe(0);

  await page.getByRole("region", { name: "Papierkorb" }).getByRole("button", { name: "Wiederherstellen" }).click();
  await page.getByText("Diese Seite liegt im Papierkorb.").waitFor({ state: "detached" });
  await row(page, "Alter Ablauf").waitFor();
});

test("a search finds parts of words and leads to the page by keyboard", async () => {
  await aPage("Serverzertifikat tauschen");
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/wiki");
  await page.keyboard.press("/");
  await page.keyboard.type("zertifikat tauschen");
  await page.keyboard.press("Enter");
  const hits = page.getByRole("list", { name: "Treffer" });
  await hits.getByRole("link", { name: /Serverzertifikat tauschen/ }).waitFor();
  await page.getByRole("searchbox", { name: "Suchbegriffe" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Serverzertifikat tauschen", level: 1 }).waitFor();
});

test("on a phone the tree opens over the page and leads on", async () => {
  await aPage("Bereitschaft");
  const page = await openBrowser(portal, { person: jana, viewport: phone });
  await visit(page, "/wiki");
  await page.getByRole("button", { name: "Wiki", exact: true }).click();
  await page.getByRole("dialog").getByRole("treeitem", { name: "Bereitschaft" }).getByRole("link").click();
  await page.getByRole("heading", { name: "Bereitschaft", level: 1 }).waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

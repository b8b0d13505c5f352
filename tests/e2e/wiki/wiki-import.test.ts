import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { aPng } from "../../support/browser/pictures.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { aDocx } from "../../support/wiki/office-files.ts";
import { zipOf } from "../../support/wiki/page-transfer.ts";

let portal: TestPortal;
let jana: Person;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  jana = await portal.hire({ name: "Jana Petersen" });
});
afterAll(() => portal.stop());

const choose = (page: Page, ...files: { name: string; content: Uint8Array | string }[]) =>
  page
    .getByLabel("Dateien auswählen")
    .setInputFiles(
      files.map(({ name, content }) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) })),
    );
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name }).waitFor();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const planned = (page: Page) => page.getByRole("region", { name: "Seiten des Imports" });

/** Opens a page of the report and resolves with what stands in it. */
async function open(page: Page, title: string) {
  await planned(page).getByRole("link", { name: title, exact: true }).click();
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
  return page.getByRole("main").getByRole("article");
}

const standing = async (title: string) => {
  const { db } = portal.portal.services;
  const rows = await db
    .selectFrom("pages")
    .select("id")
    .where("title", "=", title)
    .where("archivedAt", "is", null)
    .execute();
  return rows.length;
};

test("a ZIP of Markdown becomes pages with their picture and links, and is taken back", async () => {
  const name = `Handbuch ${crypto.randomUUID().slice(0, 8)}`;
  const archive = zipOf({
    [`${name}.md`]: `# ${name}\n\nZuerst [der Anfang](${encodeURIComponent(name)}/Anfang.md).\n`,
    [`${name}/Anfang.md`]:
      "---\ntags: [Einstieg]\nicon: 🚀\n---\n# Anfang\n\n![Netzplan](../bilder/netz.png)\n\n[fort](./fehlt.md)\n",
    "bilder/netz.png": await aPng({ width: 120, height: 80 }),
    "bilder/ohne.png": await aPng({ width: 20, height: 20 }),
  });
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/wiki/import");
  await choose(page, { name: "Wiki.zip", content: archive });

  await heading(page, "Daraus entstehen 2 Seiten");
  await page.getByText("1 Datei kommt in keiner Seite vor und bleibt außen vor.").waitFor();
  await planned(page).getByText("Unbekannter Link: ./fehlt.md").waitFor();
  await planned(page).getByText("1 Datei", { exact: true }).waitFor();
  expect(await standing(name)).toBe(0);
  await button(page, "2 Seiten importieren").click();
  await heading(page, "2 Seiten angelegt");
  const report = page.url();

  const article = await open(page, "Anfang");
  const picture = article.getByRole("img", { name: "Netzplan" });
  await picture.waitFor();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await visit(page, report);
  const above = await open(page, name);
  await above.getByRole("link", { name: "der Anfang" }).click();
  await page.getByRole("heading", { name: "Anfang", level: 1 }).waitFor();

  await visit(page, report);
  await button(page, "Import rückgängig machen").click();
  await heading(page, "Rückgängig gemacht: 2 Seiten liegen im Papierkorb");
  expect(await standing(name)).toBe(0);
});

test("what cannot be read is refused in a clear sentence, before and after it was sent", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/wiki/import");
  await choose(page, { name: "Tabelle.xlsx", content: "x" });
  await page.getByRole("alert").filter({ hasText: "„Tabelle.xlsx“ lässt sich nicht einlesen." }).waitFor();
  await choose(page, { name: "Leer.md", content: "" });
  await page.getByRole("alert").filter({ hasText: "„Leer.md“ ist leer." }).waitFor();
  await choose(page, { name: "Böse.zip", content: zipOf({ "../../etc/passwd.md": "# X" }) });
  await heading(page, "Das lässt sich nicht einlesen");
  await page.getByRole("alert").filter({ hasText: "Pfade, die aus ihr herausführen" }).waitFor();
  await button(page, "Andere Dateien wählen").click();
  await choose(page, { name: "Bilder.zip", content: zipOf({ "bild.png": await aPng({ width: 20, height: 20 }) }) });
  await page.getByRole("alert").filter({ hasText: "Darin ist keine Seite, die sich lesen lässt." }).waitFor();
});

test("a document of Word becomes a page with its headings, table, link and picture", async () => {
  const name = `Servertausch ${crypto.randomUUID().slice(0, 8)}`;
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/wiki/import");
  await choose(page, { name: `${name}.docx`, content: aDocx(await aPng({ width: 60, height: 40 })) });
  await heading(page, "Daraus entsteht 1 Seite");
  await button(page, "1 Seite importieren").click();
  await heading(page, "1 Seite angelegt");
  const article = await open(page, name);
  await article.getByRole("heading", { name: /^Servertausch/, level: 2 }).waitFor();
  await article.getByRole("heading", { name: /^Zeiten/ }).waitFor();
  expect(await article.getByText("sichern", { exact: true }).evaluate((word) => word.tagName)).toBe("STRONG");
  await article.getByRole("cell", { name: "22 Uhr" }).waitFor();
  expect(await article.getByRole("link", { name: "Anleitung" }).getAttribute("href")).toBe(
    "https://example.com/anleitung",
  );
  await article.getByRole("img", { name: "Netzplan" }).waitFor();
});

test("HTML with hostile markup and a picture with a script are kept and shown without what could run", async () => {
  const mark = `fremd${crypto.randomUUID().slice(0, 8)}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.${mark}=1"><script>window.${mark}=1</script><rect width="9" height="9"/></svg>`;
  const html = `<!doctype html><title>x</title><h1>Seite ${mark}</h1><p>Anfang</p>
    <script>window.${mark}=1</script><img src="x" onerror="window.${mark}=1"><iframe srcdoc="<script>parent.${mark}=1</script>"></iframe>
    <svg onload="window.${mark}=1"></svg><a href="javascript:window.${mark}=1">Klick</a><p style="position:fixed;inset:0" onmouseover="window.${mark}=1">Ende</p>
    <form action="https://boese.example"><input name="q"></form><object data="x"></object><math><mtext><img src=x onerror="window.${mark}=1"></mtext></math>
    <img src="bild.svg" alt="Bild mit Skript"><img src="data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}" alt="Eingebettet">`;
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/wiki/import");
  await choose(
    page,
    { name: "Seite.html", content: html },
    { name: "Wiki.zip", content: zipOf({ [`${mark}.md`]: `# ${mark}\n\n![x](bild.svg)`, "bild.svg": svg }) },
  );
  await heading(page, "Daraus entstehen 3 Seiten");
  await planned(page)
    .getByText("Skripte, eingebettete Inhalte und Formulare werden nicht übernommen.")
    .first()
    .waitFor();
  await planned(page).getByText("Bild als Datei übernommen: bild.svg").waitFor();
  await button(page, "3 Seiten importieren").click();
  await heading(page, "3 Seiten angelegt");
  const article = await open(page, `Seite ${mark}`);
  await article.getByText("Anfang").waitFor();
  await article.getByText("Klick").click();
  await article.getByText("Ende").hover();
  expect(await article.getByRole("link", { name: "Klick" }).count()).toBe(0);
  expect(await article.getByRole("textbox").count()).toBe(0);
  const content = await article.evaluate((element) => element.innerHTML);
  expect(content).not.toMatch(/<script|<iframe|<object|<form|javascript:|\son\w+=|position:\s*fixed|svg\+xml/i);
  expect(await page.evaluate((name) => name in window, mark)).toBe(false);
  const { db } = portal.portal.services;
  const stored = await db
    .selectFrom("pages")
    .select("contentJson")
    .where("title", "=", `Seite ${mark}`)
    .executeTakeFirst();
  expect(stored?.contentJson).not.toMatch(/javascript:|onerror|<script/);

  // The picture with a script is a file to download, which no browser opens as a page of the portal.
  await page.goBack();
  const other = await open(page, mark);
  const path = await other.getByRole("link", { name: /^x ?\d+ Byte$/ }).getAttribute("href");
  const kept = await page.request.get(path ?? "");
  expect(kept.headers()["content-disposition"]).toMatch(/^attachment/);
  expect(kept.headers()["content-security-policy"]).toContain("sandbox");
  expect(await page.evaluate((name) => name in window, mark)).toBe(false);
});

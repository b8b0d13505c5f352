import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DocumentNode } from "../../../contract/document/json.ts";
import type { Api } from "../../../server/features/router.ts";
import { readWordsApart } from "../../../server/features/wiki/formats/transfer-thread.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { paragraph } from "../../support/wiki/wiki.ts";

let portal: TestPortal;
let jana: Person;
let api: Api;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  jana = await portal.hire({ name: "Jana Petersen" });
  api = await apiOf(portal, jana);
});
afterAll(() => portal.stop());

const diagram = (source: string): DocumentNode => ({
  type: "codeBlock",
  attrs: { language: "mermaid" },
  content: [{ type: "text", text: source }],
});

async function pageWith(title: string, ...content: DocumentNode[]): Promise<string> {
  const { id } = await api.page.create({ body: { title }, parentId: null });
  await portal.portal.services.pageRooms.edit(id, jana.id, () => ({ type: "doc", content }));
  return `/wiki/${id}`;
}

/** The drawing as the image holds it, once it is shown. */
async function drawnIn(image: Locator): Promise<string> {
  await image.waitFor();
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  const path = (await image.getAttribute("src")) ?? "";
  expect(path).toMatch(/^data:image\/svg\+xml/);
  return decodeURIComponent(path.slice(path.indexOf(",") + 1));
}

const article = (page: Page) => page.getByRole("main").getByRole("article");

const kinds = {
  Ablauf: "graph TD\n  accTitle: Ablauf\n  Anfrage --> Prüfung{Gut?}\n  Prüfung -->|ja| Ende",
  Folge: "sequenceDiagram\n  accTitle: Folge\n  Kunde->>Portal: fragt\n  Portal-->>Kunde: antwortet",
  Zustand: "stateDiagram-v2\n  accTitle: Zustand\n  [*] --> Offen\n  Offen --> Fertig",
  Anteile: 'pie title Anteile\n  "A" : 40\n  "B" : 60',
};

test.each(["light", "dark"] as const)("diagrams are drawn under the policy of the page, theme %s", async (theme) => {
  const path = await pageWith(`Diagramme ${theme}`, ...Object.values(kinds).map(diagram));
  const page = await openBrowser(portal, { person: jana, theme });
  await visit(page, path);
  for (const name of Object.keys(kinds)) {
    const svg = await drawnIn(article(page).getByRole("img", { name: `Diagramm: ${name}` }));
    expect(svg).toMatch(/^<svg/);
    expect(svg).not.toMatch(/<foreignObject|<script/i);
  }
  expect(await article(page).getByText("Dieses Diagramm lässt sich nicht zeichnen.").count()).toBe(0);
  // The source gives way to the picture, and stays at hand.
  await article(page).getByText("Anfrage --> Prüfung").waitFor({ state: "hidden" });
  const copy = article(page).getByRole("button", { name: "Quelltext des Diagramms kopieren" });
  await expect.poll(() => copy.count()).toBe(4);
});

test("a drawing follows the theme", async () => {
  const path = await pageWith("Diagramm in beiden Themen", diagram(kinds.Ablauf));
  const drawings: string[] = [];
  for (const theme of ["light", "dark"] as const) {
    const page = await openBrowser(portal, { person: jana, theme });
    await visit(page, path);
    drawings.push(await drawnIn(article(page).getByRole("img", { name: "Diagramm: Ablauf" })));
  }
  expect(drawings[0]).not.toBe(drawings[1]);
});

test("a broken diagram shows its text and a sentence, and others are drawn", async () => {
  const path = await pageWith("Kaputtes Diagramm", diagram("graph TD\n  A --> --> B["), diagram(kinds.Ablauf));
  const page = await openBrowser(portal, { person: jana });
  await visit(page, path);
  await article(page).getByText("Dieses Diagramm lässt sich nicht zeichnen.").waitFor();
  await article(page).getByText("A --> --> B[").waitFor();
  await drawnIn(article(page).getByRole("img", { name: "Diagramm: Ablauf" }));
});

/** What in a drawing could run, load or lead away. */
async function foreignIn(page: Page, svg: string): Promise<string[]> {
  const styles = svg.match(/<style[\s\S]*?<\/style>/g) ?? [];
  const loaded = styles.flatMap((style) => style.match(/url\((?!#)[^)]*\)|@import/gi) ?? []);
  const plain = styles.reduce((rest, style) => rest.replace(style, ""), svg);
  const others = await page.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, "image/svg+xml");
    return [...root.querySelectorAll("*")].flatMap((element) => {
      const names = /^(?:script|foreignObject|iframe|image|img)$/i.test(element.localName) ? [element.localName] : [];
      const attributes = [...element.attributes].filter(
        ({ name, value }) => /^on/i.test(name) || /javascript:|https?:\/\/boese/i.test(value),
      );
      return [...names, ...attributes.map(({ name, value }) => `${name}=${value}`)];
    });
  }, plain);
  return [...loaded, ...others];
}

test("a hostile diagram runs nothing, loads nothing and leads nowhere", async () => {
  const hostile = [
    'graph TD\n  accTitle: Eins\n  A["<img src=https://boese.example/x onerror=window.boese=1>"] --> B\n  click A href "javascript:window.boese=1" _self\n  click B call alert(1)',
    '%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}, "themeCSS": "*{background:url(https://boese.example/y)}"}}%%\ngraph TD\n  accTitle: Zwei\n  A["<script>window.boese=1</script><b onclick=window.boese=1>Text</b>"] --> B\n  click A href "https://boese.example/z"',
    "---\nconfig:\n  securityLevel: loose\n  theme: base\n---\ngraph TD\n  accTitle: Drei\n  A[\"<iframe srcdoc='<script>parent.boese=1</script>'></iframe>\"] --> B",
    'graph TD\n  accTitle: Fünf\n  A@{ img: "https://boese.example/p.png", label: "Bild" }\n  style B fill:url(https://boese.example/s)\n  A --> B[Text]',
    'sequenceDiagram\n  accTitle: Vier\n  participant A\n  links A: {"Los": "javascript:window.boese=1"}\n  A->>A: <svg onload=window.boese=1>',
  ];
  const path = await pageWith("Feindliche Diagramme", ...hostile.map(diagram), paragraph("Ende der Seite"));
  const page = await openBrowser(portal, { person: jana });
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(portal.url) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
  });
  page.on("dialog", (dialog) => {
    foreign.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await visit(page, path);
  const shown = article(page).getByRole("img", { name: /^Diagramm/ });
  const broken = article(page).getByText("Dieses Diagramm lässt sich nicht zeichnen.");
  await expect.poll(async () => (await shown.count()) + (await broken.count())).toBe(hostile.length);
  expect(await shown.count()).toBeGreaterThan(0);
  for (const image of await shown.all()) {
    expect(await foreignIn(page, await drawnIn(image))).toEqual([]);
    await image.click();
  }
  await article(page).getByText("Ende der Seite").waitFor();
  expect(new URL(page.url()).pathname).toContain("/wiki/");
  expect(await page.evaluate(() => "boese" in window)).toBe(false);
  expect(foreign).toEqual([]);
});

test("an export carries the text of a diagram under its name", async () => {
  const path = await pageWith("Diagramm im Export", diagram(kinds.Ablauf));
  const { cookie } = await portal.signIn(jana);
  const answer = await fetch(`${portal.url}/api/export/wiki/${path.split("/").at(-1)}.pdf`, { headers: { cookie } });
  expect(answer.status).toBe(200);

  const words = await readWordsApart(new Uint8Array(await answer.arrayBuffer()), "application/pdf");
  expect(words).toContain("Diagramm (Mermaid)");
  expect(words).toContain("Anfrage --> Prüfung{Gut?}");
});

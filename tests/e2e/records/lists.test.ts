import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { closeByEscape, openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { keepToasts } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createRecord } from "../../support/records/records.ts";

let portal: TestPortal;
let jana: Person;
let api: Api;

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  jana = await portal.hire({ name: "Jana Petersen", role: "admin" });
  api = await apiOf(portal, jana);
  const amsel = await api.customer.create({ body: { name: "Weingut Amsel", kind: "company" } });
  for (let number = 1; number <= 60; number += 1)
    await api.website.create({
      body: {
        name: `Seite ${String(number).padStart(2, "0")}`,
        url: `https://seite-${number}.example/`,
        kind: number % 2 === 0 ? "shop" : "company",
        lifecycle: "live",
        customerId: number === 1 ? null : amsel.id,
      },
    });
});
afterAll(() => portal.stop());

const list = (page: Page) => page.getByRole("table", { name: "Websites" });
const row = (page: Page, name: string) => list(page).getByRole("row").filter({ hasText: name });
const firstName = (page: Page) => list(page).getByRole("rowheader").first().innerText();
const count = (page: Page) => page.getByRole("heading", { level: 1 }).innerText();

test("a person filters, sorts and goes back through what they saw", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/websites");
  await expect.poll(() => count(page)).toBe("Websites60");
  await page.getByText("1–50 von 60").waitFor();

  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("textbox", { name: "Feld suchen" }).fill("Art");
  await page.getByRole("button", { name: "Art", exact: true }).click();
  await page.getByRole("checkbox", { name: "Shop" }).check();
  await page.getByText("1–30 von 30").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => new URL(page.url()).searchParams.get("f[kind]")).toBe("oneOf:shop");

  // The list opens with what is worst, so that names come forwards first and then backwards.
  const sort = () => new URL(page.url()).searchParams.get("sort");
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect.poll(sort).toBe("name");
  // The address is ahead of the page, which turns round the order that it shows.
  const sorted = () =>
    list(page)
      .locator("[aria-sort]")
      .evaluateAll((heads) => heads.map((head) => `${head.textContent} ${head.getAttribute("aria-sort")}`));
  await expect.poll(sorted).toEqual(["Name ascending"]);
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await row(page, "Seite 60").waitFor();
  await expect.poll(() => firstName(page)).toContain("Seite 60");

  await page.goBack();
  await expect.poll(() => firstName(page)).toContain("Seite 02");
  await page.goBack();
  await expect.poll(sort).toBeNull();
  await page.goBack();
  await page.getByText("1–50 von 60").waitFor();

  await page.getByRole("button", { name: "Nächste Seite" }).click();
  await page.getByText("51–60 von 60").waitFor();
  await page.reload();
  await page.getByText("51–60 von 60").waitFor();
});

test("an address beyond the last page opens the last page", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/websites?page=99&limit=25");
  await page.getByText("51–60 von 60").waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get("page")).toBe("3");
});

test("all hits of a filter are changed at once", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/websites?f[kind]=oneOf:shop&limit=25");
  await keepToasts(page);
  await page.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).check();
  await page.getByRole("button", { name: "Alle 30 Treffer auswählen" }).click();
  await page.getByText("30 ausgewählt").waitFor();
  await page.getByRole("button", { name: "Bearbeiten" }).click();
  const dialog = page.getByRole("dialog", { name: "30 Websites bearbeiten" });
  await dialog.getByRole("checkbox", { name: "System" }).check();
  await dialog.getByLabel("System", { exact: true }).fill("Shopware");
  await dialog.getByRole("button", { name: "Übernehmen" }).click();
  await page.getByText("30 geändert", { exact: true }).waitFor();
  await row(page, "Seite 02").getByText("Shopware").waitFor();
  const shops = await api.website.list({ where: [{ field: "cms", is: "equals", value: "Shopware" }], limit: 100 });
  expect(shops.totalItems).toBe(30);
  expect(new Set(shops.data.map(({ values }) => values.kind))).toEqual(new Set(["shop"]));
});

test("the keyboard reaches every row", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/websites");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByText("1 ausgewählt").waitFor();
  await expect.poll(() => row(page, "Seite 02").getByRole("checkbox").isChecked()).toBe(true);
  await page.keyboard.press("Escape");
  await page.getByText("1 ausgewählt").waitFor({ state: "detached" });
  await page.keyboard.press("/");
  await page.keyboard.type("Seite 07");
  await page.getByText("1–1 von 1").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("1–50 von 60").waitFor();
});

test("what a colleague changes appears without losing the selection", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visitLive(page, "/websites");
  await row(page, "Seite 03").getByRole("checkbox").check();
  const { data } = await api.website.list({ search: "Seite 05" });
  const [website] = data;
  await api.website.update({ params: { id: website?.id ?? "" }, body: { cms: "Contao" }, version: website?.version });
  await row(page, "Seite 05").getByText("Contao").waitFor();
  expect(await row(page, "Seite 03").getByRole("checkbox").isChecked()).toBe(true);
  await page.getByText("1 ausgewählt").waitFor();
});

test("what is missing is filled in where it is missing", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/websites?view=no-customer");
  await page.getByRole("button", { name: "Kunde von Seite 01 fehlt: ergänzen" }).click();
  const editor = page.getByRole("dialog", { name: "Kunde ergänzen" });
  await editor.getByRole("combobox").fill("Amsel");
  await page.getByRole("option", { name: /Weingut Amsel/ }).click();
  await editor.getByRole("button", { name: "Speichern" }).click();
  await page.getByText("Keine Treffer für diese Filter.").waitFor();
});

test("a list that was set up is kept as a view and opens by its name", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/websites?f[kind]=oneOf:shop&columns=name,url,kind");
  await page.getByRole("button", { name: /^Ansicht:/ }).click();
  await page.getByRole("menuitem", { name: "Als Ansicht speichern …" }).click();
  const dialog = page.getByRole("dialog", { name: "Ansicht speichern" });
  await dialog.getByLabel("Name").fill("Alle Shops");
  await dialog.getByRole("button", { name: "Speichern" }).click();
  await page.getByRole("button", { name: "Ansicht: Alle Shops" }).waitFor();

  await visit(page, "/websites");
  await page.getByRole("button", { name: /^Ansicht:/ }).click();
  await page.getByRole("menuitem", { name: "Alle Shops" }).click();
  await page.getByText("1–30 von 30").waitFor();
  await list(page).getByRole("columnheader", { name: "Adresse" }).waitFor();
});

test("a list opens in the view that is the default for all, and „Alle aktiven“ leads out of it", async () => {
  await api.savedView.create({
    body: {
      type: "domain",
      name: "Rückwärts",
      scope: "default",
      state: {
        where: [],
        archived: false,
        orderBy: [{ field: "name", descending: true }],
        layout: "table",
        density: "compact",
      },
    },
  });
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/domains");
  await page.getByRole("button", { name: "Ansicht: Rückwärts" }).waitFor();
  const table = page.getByRole("table", { name: "Domains" });
  await expect.poll(() => table.getByRole("rowheader").first().innerText()).toContain("seite-9.example");
  await page.getByRole("button", { name: "Ansicht: Rückwärts" }).click();
  await page.getByRole("menuitem", { name: "Alle aktiven" }).click();
  await expect.poll(() => table.getByRole("rowheader").first().innerText()).toContain("seite-1.example");
  await page.reload();
  await page.getByRole("button", { name: "Ansicht: Alle aktiven" }).waitFor();
});

test("what could not be archived is named with its reason", async () => {
  const bound = await createRecord(api, "customer", { name: "Mit Vertrag" });
  await createRecord(api, "customer", { name: "Ohne Vertrag" });
  await createRecord(api, "contract", { customerId: bound.id, status: "active" });
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/customers?q=Vertrag");
  await page.getByText("1–2 von 2").waitFor();
  await page.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).check();
  await page.getByRole("button", { name: "Archivieren" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Archivieren" }).click();
  await page.getByRole("alert").filter({ hasText: "1 archiviert, 1 fehlgeschlagen" }).waitFor();
  await page.getByRole("button", { name: "Details" }).click();
  const reasons = page.getByRole("dialog", { name: "1 fehlgeschlagen" });
  await reasons.getByText("Mit Vertrag").waitFor();
  await reasons.getByText(/aktiven Vertrag/).waitFor();
});

test("what was archived together comes back together by its toast", async () => {
  for (const name of ["Irrtum Eins", "Irrtum Zwei"]) await createRecord(api, "customer", { name });
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/customers?q=Irrtum");
  await page.getByText("1–2 von 2").waitFor();
  await keepToasts(page);
  await page.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).check();
  await page.getByRole("button", { name: "Archivieren" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Archivieren" }).click();
  await page.getByText("2 archiviert", { exact: true }).waitFor();
  expect((await api.customer.list({ search: "Irrtum" })).totalItems).toBe(0);
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await page.getByText("2 wiederhergestellt", { exact: true }).waitFor();
  await page.getByText("1–2 von 2").waitFor();
  expect((await api.customer.list({ search: "Irrtum" })).totalItems).toBe(2);
});

test("on a phone the rows are cards, and the page never scrolls sideways", async () => {
  const page = await openBrowser(portal, { person: jana, viewport: phone });
  await visit(page, "/websites");
  await page.getByRole("link", { name: "Seite 01", exact: true }).waitFor();
  await expect.poll(() => page.getByRole("columnheader").count()).toBe(0);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);

  await page.getByRole("button", { name: "Ansicht und Sortierung" }).click();
  await page.getByRole("button", { name: "Auswählen" }).click();
  await page.getByRole("checkbox", { name: "Seite 02 auswählen" }).check();
  await page.getByText("1 ausgewählt").waitFor();
  await page.getByRole("link", { name: "Seite 02", exact: true }).click();
  await page.waitForURL(/\/websites\/[^/?]+$/);
});

test("on a phone the name of a card has all the room that its state leaves, and the head of a list one line", async () => {
  const name = "Gemeinschaftspraxis für Allgemeinmedizin am Marktplatz";
  await api.website.create({ body: { name, url: "https://praxis.example/", kind: "company", lifecycle: "live" } });
  const page = await openBrowser(portal, { person: jana, viewport: phone });
  await visit(page, "/websites?q=Gemeinschaftspraxis");
  const card = page.getByRole("row").filter({ hasText: name });
  const title = await card.getByRole("link", { name, exact: true }).boundingBox();
  const state = await card.getByText("Unbekannt").filter({ visible: true }).boundingBox();
  const note = await card.getByText("Kunde fehlt").boundingBox();
  expect(title && state && state.x - title.x - title.width).toBeLessThan(40);
  expect(note && title && note.y).toBeGreaterThan(title?.y ?? 0);

  await createRecord(api, "host", { name: "web01" });
  await visit(page, "/hosts");
  const head = await page.getByRole("heading", { level: 1 }).boundingBox();
  const create = await page.getByRole("link", { name: "Neuer Hoster" }).boundingBox();
  expect(create && head && Math.abs(create.y + create.height / 2 - head.y - head.height / 2)).toBeLessThan(12);
  await page.getByRole("button", { name: "Mehr zu Hoster" }).click();
  await page.getByRole("menuitem", { name: "Anbieter" }).click();
  await page.waitForURL(/view=anbieter/);
});

test("what is overdue or near is marked in the list, and a card on a phone names the date and the person", async () => {
  const inDays = (days: number) => addDays(portalDate(new Date()), days);
  const device = await createRecord(api, "device", { name: "Falke 14", warrantyUntil: inDays(-3) });
  await api.device.checkOut({ deviceIds: [device.id], to: { type: "user", id: jana.id }, expectedReturnAt: inDays(5) });
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/devices");
  const cells = page.getByRole("row").filter({ hasText: "Falke 14" }).locator("[data-deviation]:visible");
  const deviations = () => cells.evaluateAll((marks) => marks.map((mark) => mark.getAttribute("data-deviation")));
  await expect.poll(deviations).toEqual(["warn", "bad"]);
  const colours = await cells.evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).color));
  expect(new Set(colours).size).toBe(2);

  const onPhone = await openBrowser(portal, { person: jana, viewport: phone });
  await visit(onPhone, "/devices");
  const card = onPhone.getByRole("row").filter({ hasText: "Falke 14" });
  await card.getByRole("rowheader").getByText("Jana Petersen").waitFor();
  await card.getByText(/^Garantie bis \d\d\.\d\d\./).waitFor();
  await expect
    .poll(() => onPhone.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(phone.width);
});

test("a date filter is typed as people write it, and „?“ shows the keys of the portal", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/domains");
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Kürzel" });
  await keys.getByText("Formular speichern").waitFor();
  await closeByEscape(keys);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("textbox", { name: "Feld suchen" }).fill("Verlängerung");
  await page.getByRole("button", { name: "Nächste Verlängerung", exact: true }).click();
  await page.getByRole("textbox", { name: "Von" }).fill("1.3.27");
  await page.keyboard.press("Enter");
  await page.waitForURL(/2027-03-01/);
  await expect.poll(() => page.getByRole("textbox", { name: "Von" }).inputValue()).toBe("01.03.2027");
});

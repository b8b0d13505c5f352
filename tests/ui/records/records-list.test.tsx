// @vitest-environment happy-dom
import { act, queryAllByRole, queryByRole } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { domainListUi } from "../../../app/features/domains/list-ui.ts";
import { ModalHost } from "../../../app/features/modals/modal-host.tsx";
import { websiteListUi } from "../../../app/features/websites/list-ui.ts";
import { WebsiteTiles } from "../../../app/features/websites/website-tiles.tsx";
import { RecordList } from "../../../app/records/list/record-list.tsx";
import { domains } from "../../../contract/domains/domains.ts";
import { websites } from "../../../contract/websites/websites.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type OfficePage, openPage } from "../../support/browser/office-page.tsx";
import { button, choose, click, field, press, type } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen", role: "admin" });
});
afterEach(() => vi.unstubAllGlobals());

const text = (within: HTMLElement = document.body) => within.textContent ?? "";
const checkbox = (name: string) => queryByRole(document.body, "checkbox", { name });
const names = (host: HTMLElement) =>
  queryAllByRole(host, "rowheader").map((cell) => text(queryAllByRole(cell, "link")[0]));
const sorted = (host: HTMLElement) =>
  queryAllByRole(host, "columnheader").find((head) => head.hasAttribute("aria-sort"));
const inputsOf = (page: OfficePage, path: string) =>
  page.calls.filter((call) => call.path === path).map(({ input }) => input);

async function keepWebsites(...named: string[]) {
  const api = await office.as(jana);
  for (const [index, name] of named.entries())
    await api.website.create({
      body: { name, url: `https://seite-${index}.example/`, kind: index === 0 ? "shop" : "company", lifecycle: "live" },
    });
}

async function openList() {
  const page = await openPage(
    office,
    jana,
    <>
      <RecordList declaration={websites} ui={websiteListUi} tiles={WebsiteTiles} />
      <ModalHost />
    </>,
  );
  await until(() => expect(names(page.host).length).toBeGreaterThan(0));
  return page;
}

test("an empty portal shows the ways in, and a member without rights none of them", async () => {
  const page = await openPage(office, jana, <RecordList declaration={websites} ui={websiteListUi} />);
  await until(() => expect(text(page.host)).toContain("Noch keine Websites."));
  const ways = queryAllByRole(page.host, "listitem")
    .flatMap((item) => queryAllByRole(item, "link"))
    .map((way) => way.getAttribute("href"));
  expect(ways).toEqual(["/import?type=website", "/websites/new"]);

  const reader = await office.hire({ name: "Kevin Okafor", role: "readonly" });
  const theirs = await openPage(office, reader, <RecordList declaration={websites} ui={websiteListUi} />);
  await until(() => expect(text(theirs.host)).toContain("Noch keine Websites."));
  expect(queryAllByRole(theirs.host, "link")).toHaveLength(0);
});

test("rows show how something is, its name with its address and what is missing, the worst first", async () => {
  await keepWebsites("Weingut Amsel");
  const { host } = await openList();
  const row = queryAllByRole(host, "row")[1] as HTMLElement;
  expect(text(row)).toContain("seite-0.example");
  expect(
    queryAllByRole(host, "columnheader")
      .map((head) => text(head))
      .filter(Boolean),
  ).toEqual(["Status", "Name", "Kunde", "Antwortzeit", "Zertifikat", "Verfügbarkeit 30 T", "System", "Verantw."]);
  expect(text(row)).toContain("Unbekannt");
  expect(sorted(host)?.textContent).toBe("Status");
  expect(text(host)).not.toMatch(/Vorschau/);
  expect(button(row, "Kunde von Weingut Amsel fehlt: ergänzen")).toBeTruthy();
  expect(queryByRole(row, "link")?.getAttribute("href")).toMatch(/^\/websites\/.+/);
});

test("a filter is added by its field and shows as a chip that takes it away again", async () => {
  await keepWebsites("Weingut Amsel", "Physio Nord");
  const { host } = await openList();
  await click(button(host, "Filter"));
  await until(() => button(document.body, "Art"));
  await click(button(document.body, "Art"));
  await until(() => expect(checkbox("Shop")).toBeTruthy());
  await click(checkbox("Shop"));
  await until(() => expect(names(host)).toEqual(["Weingut Amsel"]));
  expect(text(host)).toContain("Art istShop");
  await click(button(host, "Filter „Art ist Shop“ entfernen"));
  await until(() => expect(names(host)).toEqual(["Physio Nord", "Weingut Amsel"]));
});

test("a share is filtered from and to in percent, however its decimals are typed", async () => {
  await keepWebsites("Weingut Amsel", "Physio Nord", "Café Ost");
  for (const [title, uptime30d] of [
    ["Weingut Amsel", 9940],
    ["Physio Nord", 9960],
    ["Café Ost", 9999],
  ] as const)
    await office.services.db.updateTable("websites").set({ uptime30d }).where("title", "=", title).execute();
  const { host } = await openList();
  await click(button(host, "Filter"));
  const menu = () => queryByRole(document.body, "dialog", { name: "Filter hinzufügen" }) as HTMLElement;
  await until(() => button(menu(), "Verfügbarkeit 30 T"));
  await click(button(menu(), "Verfügbarkeit 30 T"));
  await until(() => field(menu(), "Verfügbarkeit 30 T von"));
  const from = field(menu(), "Verfügbarkeit 30 T von");
  await type(from, "99.5 %");
  await until(() => expect(names(host)).toEqual(["Café Ost", "Physio Nord"]));
  expect(from.value).toBe("99,5");
  const to = field(menu(), "Verfügbarkeit 30 T bis");
  await type(to, "fast alles");
  await until(() => expect(to.getAttribute("aria-invalid")).toBe("true"));
  expect(text()).toContain("Verfügbarkeit 30 T bis: Bitte eine Zahl wie 99,5 angeben.");
  expect(names(host)).toEqual(["Café Ost", "Physio Nord"]);
  await type(to, "99,75");
  await until(() => expect(names(host)).toEqual(["Physio Nord"]));
  expect(to.getAttribute("aria-invalid")).toBeNull();
  expect(text(host)).toContain("Verfügbarkeit 30 T99,50\u00a0% – 99,75\u00a0%");
});

test("what finds nothing says so and leads back", async () => {
  await keepWebsites("Weingut Amsel");
  const { host } = await openList();
  await type(queryByRole(host, "searchbox") as HTMLInputElement, "gibtsnicht");
  await until(() => expect(text(host)).toContain("Keine Treffer für diese Filter."));
  await click(button(host, "Filter zurücksetzen"));
  await until(() => expect(names(host)).toEqual(["Weingut Amsel"]));
});

test("heads sort, once up and once down", async () => {
  await keepWebsites("Amsel", "Brenner");
  const { host } = await openList();
  await click(button(host, "Name"));
  await until(() => expect(sorted(host)?.textContent).toBe("Name"));
  expect(names(host)).toEqual(["Amsel", "Brenner"]);
  const hasArrow = (way: "up" | "down") => sorted(host)?.querySelector(`svg.lucide-arrow-${way}`) !== null;
  expect([sorted(host)?.getAttribute("aria-sort"), hasArrow("up"), hasArrow("down")]).toEqual([
    "ascending",
    true,
    false,
  ]);
  await click(button(host, "Name"));
  await until(() => expect(names(host)).toEqual(["Brenner", "Amsel"]));
  expect([sorted(host)?.getAttribute("aria-sort"), hasArrow("up"), hasArrow("down")]).toEqual([
    "descending",
    false,
    true,
  ]);
});

test("the keyboard walks the rows, selects and opens them", async () => {
  await keepWebsites("Amsel", "Brenner", "Carla");
  const page = await openList();
  await press("j");
  await press("j");
  expect(text(document.activeElement as HTMLElement)).toBe("Brenner");
  await press("x");
  await until(() => expect(text(page.host)).toContain("1 ausgewählt"));
  await press("{Escape}");
  await until(() => expect(text(page.host)).not.toContain("ausgewählt"));
  await press("k");
  expect(text(document.activeElement as HTMLElement)).toBe("Amsel");
  await press("e");
  await until(() => expect(page.pathname()).toMatch(/^\/websites\/.+\/edit$/));
});

test("keys stay with whoever types", async () => {
  await keepWebsites("Amsel");
  const page = await openList();
  const search = queryByRole(page.host, "searchbox") as HTMLInputElement;
  await click(search);
  await press("c");
  expect(page.pathname()).toBe("/");
  act(() => search.blur());
  await press("/");
  expect(document.activeElement).toBe(search);
});

test("every hit is changed by the filter that finds it, and by the number that was seen", async () => {
  await keepWebsites(...Array.from({ length: 26 }, (_, index) => `Seite ${String(index).padStart(2, "0")}`));
  const page = await openList();
  const pages = queryByRole(page.host, "navigation", { name: "Seiten" }) as HTMLElement;
  await choose(queryByRole(pages, "combobox") as HTMLElement, "25");
  await until(() => expect(names(page.host)).toHaveLength(25));
  await click(checkbox("Alle auf dieser Seite auswählen"));
  await until(() => expect(text(page.host)).toContain("25 ausgewählt"));
  await click(button(page.host, "Alle 26 Treffer auswählen"));
  await until(() => expect(text(page.host)).toContain("26 ausgewählt"));
  await click(button(page.host, "Archivieren"));
  const dialog = () => queryByRole(document.body, "alertdialog") as HTMLElement;
  await until(() => expect(text(dialog())).toContain("26 Websites archivieren?"));
  await click(button(dialog(), "Archivieren"));
  await until(() => expect(text(page.host)).toContain("Alle Einträge sind im Archiv"));
  expect(inputsOf(page, "website.archiveMany")).toEqual([
    { selection: { scope: { where: [], archived: false }, expected: 26 } },
  ]);
  expect((await (await office.as(jana)).website.list({ archived: true, limit: 1 })).totalItems).toBe(26);
});

test("a range is selected with the shift key, and goes when other records are meant", async () => {
  await keepWebsites("Amsel", "Brenner", "Carla", "Dietrich");
  const page = await openList();
  await click(checkbox("Amsel auswählen"));
  act(
    () => void checkbox("Carla auswählen")?.dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey: true })),
  );
  await until(() => expect(text(page.host)).toContain("3 ausgewählt"));
  await type(queryByRole(page.host, "searchbox") as HTMLInputElement, "amsel");
  await until(() => expect(names(page.host)).toEqual(["Amsel"]));
  expect(text(page.host)).not.toContain("ausgewählt");
});

test("only ticked fields are sent, and what is wrong with them stands beside them", async () => {
  await keepWebsites("Amsel", "Brenner");
  const page = await openList();
  await click(checkbox("Alle auf dieser Seite auswählen"));
  await until(() => button(page.host, "Bearbeiten"));
  await click(button(page.host, "Bearbeiten"));
  await until(() => expect(checkbox("System")).toBeTruthy());
  await click(checkbox("System"));
  const dialog = queryByRole(document.body, "dialog") as HTMLElement;
  await until(() => expect(field(dialog, "System")).toBeTruthy());
  await type(field(dialog, "System"), "x".repeat(81));
  const quiet = vi
    .spyOn(console, "error")
    .mockReset()
    .mockImplementation(() => undefined);
  await click(button(dialog, "Übernehmen"));
  await until(() => expect(text(dialog)).toContain("System: Höchstens 80 Zeichen."));
  quiet.mockClear();
  await type(field(dialog, "System"), "TYPO3");
  await click(button(dialog, "Übernehmen"));
  await until(() => expect(text(page.host)).toContain("TYPO3"));
  const sent = inputsOf(page, "website.updateMany").at(-1) as { body: unknown };
  expect(sent.body).toEqual({ cms: "TYPO3" });
  await until(() => expect(text(page.host)).not.toContain("ausgewählt"));
});

test("a member finds no prices among the columns and the filters", async () => {
  const member = await office.hire({ name: "Timo Brandt", role: "member" });
  const api = await office.as(jana);
  await api.domain.create({ body: { name: "weingut-amsel.example" } });
  const { host } = await openPage(office, member, <RecordList declaration={domains} ui={domainListUi} />);
  await until(() => expect(names(host)).toEqual(["weingut-amsel.example"]));
  await click(button(host, "Filter"));
  await until(() => button(document.body, "Kunde"));
  expect(text()).not.toContain("Einkauf");
});

// @vitest-environment happy-dom
import { act, fireEvent, queryAllByRole, queryByRole } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DiscoverStart } from "../../../app/features/discoveries/discover-start.tsx";
import { PaletteHost } from "../../../app/features/palette/palette-host.tsx";
import { usePaletteActions } from "../../../app/lib/page-actions.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type OfficePage, openPage } from "../../support/browser/office-page.tsx";
import { click, type } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;
let api: Api;
let page: OfficePage;
const perform = vi.fn();

function SomePage() {
  usePaletteActions([{ id: "page-edit", name: "Bearbeiten", note: "Amsel", icon: () => null, perform } as never]);
  return null;
}

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire();
  api = await office.as(jana);
});

afterEach(() => {
  act(() => {
    if (palette()) press("Escape");
  });
});

const palette = () => queryByRole<HTMLElement>(document.body, "dialog");
const field = () => queryByRole<HTMLInputElement>(palette() as HTMLElement, "combobox") as HTMLInputElement;
const options = () => queryAllByRole(palette() as HTMLElement, "option");
const texts = () => options().map((option) => option.textContent);
const groups = () => queryAllByRole(palette() as HTMLElement, "group").map((one) => one.getAttribute("aria-label"));

function press(key: string, modifiers: KeyboardEventInit = {}): void {
  const target = document.activeElement ?? document.body;
  act(
    () =>
      void target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...modifiers })),
  );
}

async function open(node = <PaletteHost />): Promise<void> {
  page = await openPage(office, jana, node);
  press("k", { ctrlKey: true });
  await until(() => expect(options().length).toBeGreaterThan(0));
}

const search = (text: string) => type(field(), text);
/** Types without letting time pass, however slow the machine is. */
const searchAtOnce = (text: string) => fireEvent.input(field(), { target: { value: text } });
const asked = () =>
  page.calls.filter(({ path }) => path === "search.find").map(({ input }) => (input as { query: string }).query);

test("records stand under the name of their kind, with what tells them apart", async () => {
  const { id } = await createRecord(api, "website", { name: "Weingut Amsel", url: "https://www.amsel-wein.example" });
  await createRecord(api, "customer", { name: "Amsel KG", number: "K-00042" });
  await open();
  await search("amsel");
  await until(() => expect(groups()).toEqual(["Kunden", "Domains", "Websites", "Befehle"]));
  expect(texts()).toEqual([
    "AAmsel KGK-00042",
    "amsel-wein.example",
    "WWeingut Amselamsel-wein.example",
    "Kunden mit „amsel“ filtern",
  ]);
  press("ArrowDown");
  press("ArrowDown");
  press("Enter");
  await until(() => expect(page.pathname()).toBe(`/websites/${id}`));
});

test("tasks and dates of one's own are found by their names, whatever letters those are made of", async () => {
  await api.task.create({ title: "Übergabe vorbereiten" });
  const { id: targetId } = await createRecord(api, "website", { name: "Weingut Amsel" });
  const own = { label: "Übergabe beim Kunden", dueOn: "2026-12-01", targetType: "website", targetId } as const;
  await api.deadline.create(own);
  await open();
  await search("überg");
  await until(() => expect(groups()).toEqual(["Aufgaben", "Termine"]));
  expect(texts()).toEqual(["Übergabe vorbereiten", "Übergabe beim KundenWeingut Amsel01.12.2026"]);
  press("ArrowDown");
  press("Enter");
  await until(() => expect(page.pathname()).toBe(`/websites/${targetId}`));
});

test("Enter before the answer waits for it and takes the best", async () => {
  const { id } = await createRecord(api, "customer", { name: "Amsel KG" });
  await open();
  searchAtOnce("amsel kg");
  press("Enter");
  expect(page.pathname()).toBe("/");
  await until(() => expect(page.pathname()).toBe(`/customers/${id}`));
  await until(() => expect(palette()).toBeNull());
});

test("typing on asks once, for what the person has typed in the end", async () => {
  await open();
  for (const text of ["a", "am", "ams", "amse", "amsel"]) searchAtOnce(text);
  await until(() => expect(asked().at(-1)).toBe("amsel"));
  expect(asked().filter((query) => query !== "")).toEqual(["amsel"]);
});

test("a letter before a colon narrows the search down", async () => {
  await createRecord(api, "website", { name: "Amsel", url: "https://amsel.example" });
  await open();
  await search("d: amsel");
  await until(() => expect(texts()).toEqual(["amsel.example", "Domains mit „amsel“ filtern"]));
  expect(palette()?.textContent).toContain("Nur Domains");
});

test("what was opened last stands between the ways and the commands", async () => {
  const { id } = await createRecord(api, "customer", { name: "Amsel KG" });
  await api.recent.touch({ type: "customer", id });
  await open();
  await until(() => expect(groups()).toEqual(["Gehe zu", "Zuletzt geöffnet", "Befehle"]));
  const [row] = options().filter((option) => option.textContent?.includes("Amsel KG"));
  expect(row?.textContent).toBe("AAmsel KGKunde");
  expect(options().length).toBeLessThanOrEqual(10);
  await click(row);
  await until(() => expect(page.pathname()).toBe(`/customers/${id}`));
});

test("an address offers to create the website and its domain, and goes where the rest is found out", async () => {
  await open(
    <>
      <PaletteHost />
      <DiscoverStart />
    </>,
  );
  const url = "https://neu.example/shop";
  await search(url);
  await until(() => expect(texts()).toEqual([`Als Website anlegen${url}`, "Als Domain anlegenneu.example"]));
  press("Enter");
  await until(() => expect(page.pathname()).toBe("/discover"));
  await until(() => expect(queryByRole(page.host, "textbox", { name: "Adressen" })).toHaveProperty("value", url));
});

test("a server out of reach is said, and asked again on demand; what needs no server stays", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await createRecord(api, "customer", { name: "Geräuschvoll" });
  await open();
  page.cut("search.find");
  await search("ger");
  const alert = () => queryByRole(palette() as HTMLElement, "alert");
  await until(() => expect(alert()?.textContent).toContain("Suche nicht erreichbar"));
  expect(texts()).toContain("Geräte");
  page.restore("search.find");
  await click(queryByRole(alert() as HTMLElement, "button"));
  await until(() => expect(texts().join()).toContain("Geräuschvoll"));
  await until(() => expect(alert()).toBeNull());
  vi.mocked(console.error).mockClear();
});

test("a page offers its own actions while it is shown", async () => {
  await open(
    <>
      <SomePage />
      <PaletteHost />
    </>,
  );
  expect(groups()).toContain("Dieser Eintrag");
  await search("bearb");
  press("Enter");
  expect(perform).toHaveBeenCalledOnce();
});

test("people who may only read are not offered to create", async () => {
  jana = await office.hire({ role: "readonly" });
  await open();
  await search("neue");
  await until(() => expect(palette()?.textContent).toContain("Nothing found..."));
});

test("„f:“ and „wiki:“ narrow down, „neu“ offers everything that can be created", async () => {
  await open();
  await search("wiki: amsel");
  expect(palette()?.textContent).toContain("Nur Wiki");
  await search("f: amsel");
  expect(palette()?.textContent).toContain("Nur Feedback");
  await until(() => expect(asked().at(-1)).toBe("amsel"));
  await search("neu");
  for (const name of ["Neue Website", "Neue Domain", "Neuer Hoster", "Neuer Kunde", "Neues Gerät", "Neue Wiki-Seite"])
    expect(texts().slice(0, 9)).toContain(name);
});

test("a result says in which field it was found when that is not to be seen", async () => {
  await createRecord(api, "device", { name: "Falke 14", assetTag: "MT-1", serial: "C02", orderNo: "B-2024-77" });
  await open();
  await search("b-2024-77");
  await until(() => expect(texts()[0]).toContain("Falke 14MT-1 · C02 · Bestellnr.: B-2024-77"));
});

// @vitest-environment happy-dom
import { act, fireEvent, queryAllByRole, queryByRole } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PaletteHost } from "../../../app/features/palette/palette-host.tsx";
import { notificationPanelDisclosure } from "../../../app/lib/dialogs/disclosure.ts";
import { themeKey } from "../../../app/lib/theme.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type OfficePage, openPage } from "../../support/browser/office-page.tsx";
import { click, type } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;
let page: OfficePage;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire();
  page = await openPage(
    office,
    jana,
    <>
      <input aria-label="Anderswo" />
      <PaletteHost />
    </>,
  );
});

afterEach(() => {
  act(() => {
    if (palette()) press("Escape");
    notificationPanelDisclosure.close();
  });
});

const palette = () => queryByRole<HTMLElement>(document.body, "dialog");
const field = () => queryByRole<HTMLInputElement>(palette() as HTMLElement, "combobox") as HTMLInputElement;
const options = () => queryAllByRole(palette() as HTMLElement, "option");
const chosen = () => options().find((option) => option.getAttribute("aria-selected") === "true")?.textContent;

function press(key: string, modifiers: KeyboardEventInit = {}): void {
  const target = document.activeElement ?? document.body;
  act(
    () =>
      void target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...modifiers })),
  );
}

async function open(): Promise<void> {
  press("k", { ctrlKey: true });
  await until(() => expect(options().length).toBeGreaterThan(0));
}

async function search(text: string): Promise<void> {
  await type(field(), text);
}

test("the key without its modifier opens nothing", () => {
  press("k");
  press("k", { ctrlKey: true, altKey: true });
  expect(palette()).toBeNull();
});

test("Mod+K opens it with the three entries first, the first one chosen", async () => {
  await open();
  expect(field().placeholder).toBe("Search...");
  expect(document.activeElement).toBe(field());
  expect(
    options()
      .slice(0, 3)
      .map((option) => option.textContent),
  ).toEqual([
    "HomeGet to home page",
    "DashboardGet full information about current system status",
    "DocumentationVisit documentation to lean more about all features",
  ]);
  expect(chosen()).toBe("HomeGet to home page");
  await until(() => expect(field().getAttribute("aria-activedescendant")).toBe(options()[0]?.id));
});

test("Mod+K again and Escape close it, and the focus returns", async () => {
  const elsewhere = queryByRole(page.host, "textbox");
  act(() => elsewhere?.focus());
  await open();
  press("k", { ctrlKey: true });
  await until(() => expect(palette()).toBeNull());
  await until(() => expect(document.activeElement).toBe(elsewhere));
  await open();
  press("Escape");
  await until(() => expect(palette()).toBeNull());
  await until(() => expect(document.activeElement).toBe(elsewhere));
});

test("the three entries write to the console and lead where they say", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const leads: [string, string][] = [
    ["Home", "/"],
    ["Dashboard", "/"],
    ["Documentation", "/wiki"],
  ];
  for (const [name, path] of leads) {
    await open();
    await click(options().find((option) => option.textContent?.startsWith(name)));
    await until(() => expect(palette()).toBeNull());
    expect(log).toHaveBeenLastCalledWith(name);
    await until(() => expect(page.pathname()).toBe(path));
  }
});

test("a search without a hit says so", async () => {
  await open();
  await search("qqxx");
  await until(() => expect(palette()?.textContent).toContain("Nothing found..."));
  expect(options()).toEqual([]);
  await until(() => expect(field().hasAttribute("aria-activedescendant")).toBe(false));
});

test("Enter pressed right after the last letter performs what that letter found", async () => {
  await open();
  await search("feedb");
  press("Enter");
  await until(() => expect(page.pathname()).toBe("/feedback"));
});

test("Enter in the same moment as the last letter performs what that letter found", async () => {
  await open();
  await search("wik");
  press("ArrowDown");
  const input = field();
  act(() => {
    fireEvent.input(input, { target: { value: "feedb" } });
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  });
  await until(() => expect(page.pathname()).toBe("/feedback"));
});

test("an arrow key in the same moment as the last letter moves among what that letter found", async () => {
  await open();
  const input = field();
  act(() => {
    fireEvent.input(input, { target: { value: "ger" } });
    for (const key of ["ArrowDown", "ArrowUp", "Enter"]) {
      input.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    }
  });
  await until(() => expect(page.pathname()).toBe("/devices"));
});

test("a search finds the sections without case and diacritics", async () => {
  await open();
  await search("gerate");
  expect(options()[0]?.textContent).toBe("Geräte");
});

test("a search finds the sections and Enter goes there", async () => {
  await open();
  await search("Gerät");
  expect(queryByRole(options()[0] as HTMLElement, "mark")?.textContent).toBe("Gerät");
  press("Enter");
  await until(() => expect(page.pathname()).toBe("/devices"));
  await until(() => expect(palette()).toBeNull());
});

test("the next opening begins with an empty field and the first entry", async () => {
  await open();
  press("ArrowDown");
  expect(chosen()).toContain("Dashboard");
  await search("wiki");
  press("Escape");
  await until(() => expect(palette()).toBeNull());
  await open();
  expect(field().value).toBe("");
  expect(chosen()).toContain("Home");
});

test("the arrow keys go round", async () => {
  await open();
  press("ArrowUp");
  await until(() => expect(chosen()).toBe(options().at(-1)?.textContent));
  press("ArrowDown");
  await until(() => expect(chosen()).toContain("Home"));
});

test("at most ten results are shown", async () => {
  await open();
  await search("e");
  expect(options()).toHaveLength(10);
});

test("the commands switch the theme and open the account", async () => {
  localStorage.removeItem(themeKey);
  await open();
  await click(options().find((option) => option.textContent === "Design wechselnStrg J"));
  expect(localStorage.getItem(themeKey)).toBe("dark");
  await until(() => expect(palette()).toBeNull());
  await open();
  await click(options().find((option) => option.textContent?.startsWith("Account")));
  await until(() => expect(page.pathname()).toBe(`/users/${jana.id}`));
});

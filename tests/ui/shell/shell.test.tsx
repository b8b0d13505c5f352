// @vitest-environment happy-dom
import { act, queryAllByRole, queryByRole } from "@testing-library/react";
import { createMemoryRouter, Link, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isActiveEntry, navigation } from "../../../app/features/shell/navigation.ts";
import { ProgressBar } from "../../../app/features/shell/progress-bar.tsx";
import { ShellFrame } from "../../../app/features/shell/shell-frame.tsx";
import { ShellSkeleton } from "../../../app/features/shell/shell-skeleton.tsx";
import { confirm } from "../../../app/lib/dialogs/confirm.tsx";
import { paletteDisclosure } from "../../../app/lib/dialogs/disclosure.ts";
import { liveStore } from "../../../app/lib/live/live-store.ts";
import { chooseTheme, themeKey } from "../../../app/lib/theme.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type OfficePage, openPage } from "../../support/browser/office-page.tsx";
import { button, click, clickAtOnce, render, type } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire();
});

afterEach(() => {
  act(() => {
    paletteDisclosure.close();
    liveStore.reset();
    chooseTheme("light");
  });
});

const open = (): Promise<OfficePage> => openPage(office, jana, <ShellFrame>Inhalt</ShellFrame>);
const rail = (page: OfficePage) => queryAllByRole(page.host, "navigation")[0] as HTMLElement;
const account = (page: OfficePage) => queryByRole(rail(page), "button", { name: /^Konto von/ }) as HTMLElement;
const here = (page: OfficePage) => queryByRole(rail(page), "link", { current: "page" })?.textContent;

function press(key: string): void {
  const event = new KeyboardEvent("keydown", { key, ctrlKey: true, bubbles: true, cancelable: true });
  act(() => void document.body.dispatchEvent(event));
}

test("the rail has the ten entries in their order, and the search is a button", async () => {
  const page = await open();
  const entries = queryAllByRole(rail(page), "listitem").map((item) => item.firstElementChild as HTMLElement);
  expect(entries.map((entry) => [entry.textContent, entry.getAttribute("href")])).toEqual([
    ["Dashboard", "/"],
    ["Websites", "/websites"],
    ["Domains", "/domains"],
    ["Hoster", "/hosts"],
    ["Kunden", "/customers"],
    ["Geräte", "/devices"],
    ["Wiki", "/wiki"],
    ["Suche", null],
    ["Feedback", "/feedback"],
    ["Einstellungen", "/settings"],
  ]);
  expect(entries[7]?.tagName).toBe("BUTTON");
});

test.each([
  ["/", "Dashboard"],
  ["/websites", "Websites"],
  ["/websites/", "Websites"],
  ["/websites/1/checks", "Websites"],
  ["/websites-alt", undefined],
  ["/contracts", "Kunden"],
  ["/contracts/1", "Kunden"],
  ["/settings", "Einstellungen"],
  ["/settings/users", undefined],
  ["/users/1", undefined],
])("at %s the active entry is %s", (pathname, label) => {
  expect(navigation.find((entry) => isActiveEntry(entry, pathname))?.label).toBe(label);
});

test("an entry leads to its page and is current there", async () => {
  const page = await open();
  expect(here(page)).toBe("Dashboard");
  // The click alone: pointers and focus fetch ahead, for which Remix wants its whole page; tests in a browser do both.
  clickAtOnce(queryByRole(rail(page), "link", { name: "Kunden" }));
  await until(() => expect(page.pathname()).toBe("/customers"));
  await until(() => expect(here(page)).toBe("Kunden"));
});

test("the search entry opens the palette", async () => {
  const page = await open();
  await click(button(rail(page), "Suche"));
  await until(() => expect(queryByRole(document.body, "combobox")).not.toBeNull());
});

test("Mod+J switches the theme wherever the focus is", async () => {
  await open();
  press("j");
  expect(document.documentElement.classList.contains("dark")).toBe(true);
  expect(localStorage.getItem(themeKey)).toBe("dark");
  press("j");
  expect(document.documentElement.classList.contains("dark")).toBe(false);
});

test("the avatar asks for the picture of the signed-in person and shows initials until then", async () => {
  const page = await open();
  await until(() =>
    expect(page.calls).toContainEqual({
      path: "user.getUser",
      input: { id: jana.id, includeFields: { image: true } },
    }),
  );
  expect(account(page).textContent).toBe("Konto von JP");
});

test("an interrupted live connection is said once, calmly, and taken back", async () => {
  const page = await open();
  expect(page.host.textContent).not.toContain("Live-Updates unterbrochen");
  act(() => liveStore.update({ state: "interrupted" }));
  const notice = queryAllByRole(page.host, "status").find((each) => each.textContent !== "");
  expect(notice?.textContent).toBe("Live-Updates unterbrochen");
  act(() => liveStore.update({ state: "paused" }));
  expect(notice?.textContent).toBe("Live-Updates pausieren, gespeichert wird weiter");
  act(() => liveStore.update({ state: "online" }));
  expect(notice?.textContent).toBe("");
});

test("pointing at the foot of the rail shows who is online", async () => {
  const page = await open();
  const members = [{ id: "t", name: "Timo Brandt", image: null }];
  act(() => liveStore.update({ state: "online", members }));
  expect(rail(page).textContent).not.toContain("Timo Brandt");
  const foot = account(page).parentElement as HTMLElement;
  act(() => void foot.dispatchEvent(new PointerEvent("pointerover", { bubbles: true })));
  expect(rail(page).textContent).toContain("Timo Brandt");
  act(() => void foot.dispatchEvent(new PointerEvent("pointerout", { bubbles: true })));
  expect(rail(page).textContent).not.toContain("Timo Brandt");
});

test("a confirmation is refused by closing it and given by its last button", async () => {
  await open();
  const question = { title: "Website löschen?", confirmLabel: "Löschen", nameToType: "Amsel" };
  const dialog = () => queryByRole<HTMLElement>(document.body, "alertdialog") as HTMLElement;

  let refused: Promise<boolean> | undefined;
  act(() => {
    refused = confirm(question);
  });
  await until(() => expect(dialog()).not.toBeNull());
  await click(button(dialog(), "Abbrechen"));
  await expect(refused).resolves.toBe(false);
  await until(() => expect(dialog()).toBeNull());

  let given: Promise<boolean> | undefined;
  act(() => {
    given = confirm(question);
  });
  await until(() => expect(dialog()).not.toBeNull());
  expect(button(dialog(), "Löschen").disabled).toBe(true);
  await type(queryByRole(dialog(), "textbox") as HTMLInputElement, "Amsel");
  await click(button(dialog(), "Löschen"));
  await expect(given).resolves.toBe(true);
  await until(() => expect(dialog()).toBeNull());
});

test("the skeleton stands for the rail with ten entries and three cards", () => {
  const { host } = render(<ShellSkeleton />);
  expect(queryByRole(host, "status")?.textContent).toBe("Wird geladen …");
  expect(host.querySelectorAll(".rounded-10.border")).toHaveLength(3);
});

test("the bar runs while another path loads, not for another query, and fills when it has arrived", async () => {
  let arrive = () => undefined as unknown;
  const loader = () => new Promise((resolve) => (arrive = () => resolve(null)));
  const page = (
    <>
      <ProgressBar />
      <Link to="?page=2">blättern</Link>
      <Link to="/langsam">weiter</Link>
    </>
  );
  const router = createMemoryRouter(
    [
      { path: "/", element: page, loader: () => null },
      { path: "/langsam", element: page, loader },
    ],
    { future: { v7_relativeSplatPath: true }, hydrationData: { loaderData: { "0": null } } },
  );
  const { host } = render(<RouterProvider router={router} future={{ v7_startTransition: true }} />);
  const bar = () => queryByRole(host, "progressbar");
  const [turn, leave] = queryAllByRole(host, "link");

  // Each of them is there for half a second, which a test on a busy machine may miss.
  const seen: number[] = [];
  const watch = new MutationObserver(() => bar() && seen.push(Number(bar()?.getAttribute("aria-valuenow"))));
  watch.observe(host, { subtree: true, childList: true, attributes: true });

  await click(turn);
  await until(() => expect(router.state.location.search).toBe("?page=2"));
  expect(seen).toEqual([]);

  await click(leave);
  await until(() => expect(seen).toContain(0));
  expect(bar()?.getAttribute("aria-label")).toBe("Seite wird geladen");
  expect(seen).not.toContain(100);
  act(() => void arrive());
  await until(() => expect(seen).toContain(100));
  await until(() => expect(bar()).toBeNull());
  watch.disconnect();
});

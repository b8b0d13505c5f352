import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { toast, toastRegion } from "../../support/browser/toast.ts";
import { notify } from "../../support/notify.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createRecord } from "../../support/records/records.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

const hasFocus = (part: Locator) => part.evaluate((element) => element === document.activeElement);
const holdsFocus = (part: Locator) => part.evaluate((element) => element.contains(document.activeElement));
const focused = (part: Locator) => expect.poll(() => hasFocus(part)).toBe(true);

async function open(person: Person, path = "/"): Promise<Page> {
  const page = await openBrowser(portal, { person });
  await visit(page, path);
  return page;
}

test("the first stop leads past the navigation into the page", async () => {
  const page = await open(await portal.hire(), "/wiki");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Zum Inhalt springen" });
  await focused(skip);
  await expect.poll(async () => (await skip.boundingBox())?.x).toBeGreaterThan(0);
  await page.keyboard.press("Enter");
  await focused(page.getByRole("main"));
});

test("Tab walks the navigation in its order and Enter opens the section", async () => {
  const page = await open(await portal.hire());
  const rail = page.getByRole("navigation", { name: "Hauptnavigation" });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  for (const label of ["Dashboard", "Websites", "Domains", "Hoster"]) {
    await page.keyboard.press("Tab");
    await focused(rail.getByRole("link", { name: label, exact: true }));
  }
  await page.keyboard.press("Enter");
  await focused(page.getByRole("heading", { name: "Hoster", level: 1 }));
  await rail.getByRole("link", { name: "Geräte", exact: true }).click();
  await focused(page.getByRole("heading", { name: "Geräte", level: 1 }));
});

test("the palette opens, is steered and left by keys, and gives the focus back", async () => {
  const page = await open(await portal.hire());
  const link = page.getByRole("link", { name: "Kunden", exact: true });
  await link.focus();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Suche" });
  await focused(palette.getByRole("combobox"));
  const chosen = palette.getByRole("option", { selected: true });
  await expect.poll(() => chosen.textContent()).toContain("Home");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => chosen.textContent()).toContain("Dashboard");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => chosen.textContent()).toContain("Neue Aufgabe");
  await page.keyboard.press("Escape");
  await palette.waitFor({ state: "detached" });
  await focused(link);

  await page.keyboard.press("Control+k");
  await focused(palette.getByRole("combobox"));
  await page.keyboard.type("wiki");
  await expect.poll(() => chosen.textContent()).toMatch(/^Wiki/);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Wiki", level: 1 }).waitFor();
});

test("the panel opens from the bell, its rows can be deleted, and Escape leads back", async () => {
  const person = await portal.hire();
  await notify(portal, person, { title: "Eins" });
  await notify(portal, person, { title: "Zwei" });
  const page = await open(person);
  const bell = page.getByRole("button", { name: /^Benachrichtigungen, / });
  await page.getByRole("button", { name: "Benachrichtigungen, 2 ungelesen" }).press("Enter");
  const panel = page.getByRole("dialog", { name: "Benachrichtigungen" });
  await focused(panel);
  await expect.poll(() => panel.getByRole("listitem").count()).toBe(2);
  await page.keyboard.press("Tab");
  await focused(panel.getByRole("button", { name: "Schließen" }));
  await page.keyboard.press("Tab");
  await focused(panel.getByRole("button", { name: "An „Zwei“ später erinnern" }));
  await page.keyboard.press("Tab");
  await focused(panel.getByRole("button", { name: "„Zwei“ löschen" }));
  await page.keyboard.press("Enter");
  await expect.poll(() => panel.getByRole("listitem").count()).toBe(1);
  await focused(panel.getByRole("button", { name: "„Eins“ löschen" }));
  await expect.poll(() => bell.getAttribute("aria-label")).toContain("keine ungelesen");
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  // The bell is off by now, so its neighbour has the focus.
  await focused(page.getByRole("button", { name: /^Konto von/ }));
});

test("the account menu opens, is walked and closes with the focus on its avatar", async () => {
  const page = await open(await portal.hire());
  const avatar = page.getByRole("button", { name: /^Konto von/ });
  await avatar.press("Enter");
  await focused(page.getByRole("menuitem", { name: "Account" }));
  await page.keyboard.press("ArrowDown");
  await focused(page.getByRole("menuitem", { name: "Benachrichtigungen" }));
  await page.keyboard.press("ArrowDown");
  await focused(page.getByRole("menuitem", { name: "Feedback geben" }));
  await page.keyboard.press("ArrowDown");
  await focused(page.getByRole("menuitem", { name: /Design/ }));
  await page.keyboard.press("ArrowDown");
  await focused(page.getByRole("menuitem", { name: "Abmelden" }));
  await page.keyboard.press("Escape");
  await focused(avatar);
  await page.keyboard.press("Enter");
  await focused(page.getByRole("menuitem", { name: "Account" }));
  await page.keyboard.press("Enter");
  await page.getByRole("navigation", { name: "Konto" }).waitFor();
});

test("every dialog opens on its first field, by mouse and by keyboard, its last button on screen", async () => {
  const admin = await portal.hire({ role: "admin" });
  const api = await apiOf(portal, admin);
  const { id } = await createRecord(api, "device", { name: "ThinkPad X1" });
  const page = await openBrowser(portal, { person: admin, viewport: { width: 1440, height: 600 } });
  const openings = [
    {
      path: "/settings/users",
      button: "Einladen",
      dialog: "Jemanden einladen",
      role: "textbox",
      field: "Name",
    } as const,
    { path: `/devices/${id}`, button: "Ausgeben", dialog: "Ausgeben", role: "combobox", field: "Person" } as const,
  ];
  for (const { path, button, dialog: name, role, field } of openings) {
    await visit(page, path);
    const opener = page.getByRole("button", { name: button, exact: true });
    for (const way of [() => opener.click(), () => opener.press("Enter")]) {
      await way();
      const dialog = page.getByRole("dialog", { name });
      await focused(dialog.getByRole(role, { name: field }));
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }
  }
  await page.keyboard.press("Control+Shift+F");
  const feedback = page.getByRole("dialog", { name: "Feedback geben" });
  await focused(feedback.getByLabel("Titel"));
  const send = feedback.getByRole("button", { name: "Feedback geben" });
  // Dialogs rise into their place.
  const bottom = async () => {
    const { y, height } = (await send.boundingBox()) ?? { y: 0, height: Number.POSITIVE_INFINITY };
    return y + height;
  };
  await expect.poll(bottom).toBeLessThanOrEqual(600);
  const isOnTop = () =>
    send.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  await expect.poll(isOnTop).toBe(true);
});

test("a device that is checked out is named with the person, in the dialog and in the toast, which takes it back", async () => {
  const admin = await portal.hire({ name: "Maren Ahlers", role: "admin" });
  const jana = await portal.hire({ name: "Jana Ausgabe" });
  const api = await apiOf(portal, admin);
  const { id } = await createRecord(api, "device", { name: "iPad Empfang" });
  const page = await open(admin, `/devices/${id}`);
  await page.getByRole("button", { name: "Ausgeben", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Ausgeben" });
  await dialog.getByText("„iPad Empfang“").waitFor();
  await dialog.getByRole("combobox", { name: "Person" }).fill(jana.name);
  await page.getByRole("option", { name: jana.name }).click();
  await dialog.getByRole("button", { name: "An Jana Ausgabe ausgeben" }).click();
  const told = toast(page, "„iPad Empfang“ an Jana Ausgabe ausgegeben.");
  // Its time stands still while it is pointed at.
  await told.hover();
  expect((await api.device.get({ id })).values.assignedUserId).toMatchObject({ id: jana.id });

  await told.getByRole("button", { name: "Rückgängig" }).click();
  await toast(page, "Zurückgenommen.").waitFor();
  await page.getByRole("button", { name: "Ausgeben", exact: true }).waitFor();
  expect((await api.device.get({ id })).values.assignedUserId).toBeNull();
});

test("a dialog keeps the focus inside and returns it to what opened it", async () => {
  const page = await open(await portal.hire({ role: "admin" }), "/settings/users");
  const invite = page.getByRole("button", { name: "Einladen" });
  await invite.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Jemanden einladen" });
  await expect.poll(() => holdsFocus(dialog)).toBe(true);
  for (let step = 0; step < 7; step++) {
    await page.keyboard.press("Tab");
    expect(await holdsFocus(dialog)).toBe(true);
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await focused(invite);
});

test("F8 reaches the toasts, and Escape closes the one with the focus", async () => {
  const person = await portal.hire({ name: "Timo Brandt" });
  const page = await openBrowser(portal, { person });
  await visitLive(page, "/");
  const payload = { feedback: { id: "f", title: "Zertifikatswarnung kommt doppelt" } };
  await portal.portal.services.live.publish([{ event: "newFeedback", payload, toUserId: person.id }]);
  const shown = toast(page, "Zertifikatswarnung kommt doppelt");
  await shown.waitFor();
  await page.keyboard.press("F8");
  await expect.poll(() => holdsFocus(toastRegion(page))).toBe(true);
  await page.keyboard.press("Tab");
  await focused(shown);
  await page.keyboard.press("Escape");
  await shown.waitFor({ state: "detached" });
});

test("Escape leaves the palette for those who asked for less motion, too", async () => {
  const page = await openBrowser(portal, { person: await portal.hire(), reducedMotion: true });
  await visit(page, "/");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Suche" });
  await focused(palette.getByRole("combobox"));
  await page.keyboard.press("Escape");
  await palette.waitFor({ state: "detached" });
});

test("what is due is walked from its tabs to its rows, and Enter opens the record", async () => {
  const person = await portal.hire();
  const api = await apiOf(portal, person);
  const kept = { renewDecision: "keep", autoRenew: false, responsibleUserId: person.id };
  const renewsAt = addDays(portalDate(new Date()), 1);
  await createRecord(api, "domain", { ...kept, name: "bald-faellig.example", renewsAt });
  const page = await open(person);
  const block = page.getByRole("region", { name: "Handlungsbedarf" });
  await block.getByRole("link", { name: /^Meine/ }).focus();
  for (const name of [/^Team/, /^Alle/]) {
    await page.keyboard.press("Tab");
    await focused(block.getByRole("link", { name }));
  }
  await page.keyboard.press("Tab");
  await focused(block.getByRole("combobox", { name: "Wie weit voraus" }));
  await page.keyboard.press("Tab");
  await focused(block.getByRole("link", { name: /^bald-faellig\.example/ }));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "bald-faellig.example", level: 1 }).waitFor();
});

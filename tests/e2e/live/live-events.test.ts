import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LiveEventName } from "../../../contract/live/live-events.ts";
import { openBrowser } from "../../support/browser/browser.ts";
import { stepUntil, stopClock } from "../../support/browser/clock.ts";
import { visitLive, watchCalls } from "../../support/browser/live-pages.ts";
import { toast } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

const website = { website: { id: "w1", name: "Weingut Amsel" } };
const user = { user: { id: "u1", name: "Linh Tran" } };
const feedback = { feedback: { id: "f1", title: "Suche findet Umlaute nicht" } };
const chat = { ...user, page: { id: "p1", title: "Server-Umzug" }, chat: { id: "c1", pageId: "p1" } };

async function openWorkbench(): Promise<Page> {
  const malte = await portal.hire({ name: "Malte Grothe", role: "maintainer" });
  const page = await openBrowser(portal, { person: malte });
  await page.clock.install();
  await visitLive(page, "/settings/live");
  return page;
}

const untilShown = (page: Page, shown: Locator) => stepUntil(page, 5, () => shown.count(), 1);
const untilGone = (page: Page, shown: Locator) => stepUntil(page, 250, () => shown.count(), 0);

async function fire(page: Page, event: LiveEventName, payload: unknown): Promise<void> {
  await page.getByLabel("Ereignis", { exact: true }).selectOption(event);
  await page.getByRole("textbox", { name: "Daten" }).fill(JSON.stringify(payload));
  await page.getByRole("button", { name: "Auslösen" }).click();
}

const received = (page: Page, event: LiveEventName) =>
  page.getByRole("region", { name: "Empfangene Ereignisse" }).getByRole("listitem").filter({ hasText: event });

describe("an event of the catalogue, fired from the workbench,", () => {
  test.each<[LiveEventName, object, { title: string; message: string; lifeMs: number }]>([
    [
      "updatePreviewImage",
      website,
      { title: "Update Website", message: "Vorschaubild von Weingut Amsel wurde erzeugt.", lifeMs: 4000 },
    ],
    [
      "updateTags",
      website,
      { title: "Update Website", message: "Tags von Weingut Amsel wurden aktualisiert.", lifeMs: 4000 },
    ],
    ["newUser", user, { title: "Neuer Benutzer!", message: "Linh Tran ist dem Team beigetreten.", lifeMs: 5000 }],
    [
      "newChat",
      chat,
      {
        title: "Neuer Chat",
        message: "Linh Tran hat einen neuen Chat in „Server-Umzug“ eröffnet.",
        lifeMs: 4000,
      },
    ],
  ])("%s shows a toast that goes by itself", async (event, payload, { title, message, lifeMs }) => {
    const page = await openWorkbench();
    await stopClock(page);
    await fire(page, event, payload);
    const shown = toast(page, title);
    await untilShown(page, shown);
    await shown.getByText(message, { exact: true }).waitFor();
    await received(page, event).waitFor();
    await page.clock.runFor(lifeMs - 100);
    const isOpen = () => shown.and(page.locator("[data-state=open]")).count();
    expect(await isOpen()).toBe(1);
    await page.clock.runFor(200);
    await expect.poll(isOpen).toBe(0);
    await untilGone(page, shown);
  });

  test.each<[LiveEventName, object, { title: string; message: string; role?: "alert" }]>([
    ["userLogin", user, { title: "Anmeldung", message: "Linh Tran hat sich angemeldet." }],
    ["newFeedback", feedback, { title: "Neues Feedback", message: "Suche findet Umlaute nicht" }],
    [
      "feedbackDone",
      feedback,
      { title: "Feedback erledigt", message: "Dein Feedback „Suche findet Umlaute nicht“ wurde umgesetzt." },
    ],
    [
      "stopPreviewBtnSync",
      { ...website, error: "Zeitüberschreitung" },
      {
        title: "Fehler!",
        message: "Vorschau von Weingut Amsel konnte nicht erzeugt werden: Zeitüberschreitung",
        role: "alert",
      },
    ],
  ])("%s shows a toast that stays until it is closed", async (event, payload, { title, message, role }) => {
    const page = await openWorkbench();
    await stopClock(page);
    await fire(page, event, payload);
    const shown = toast(page, title, role);
    await untilShown(page, shown);
    await shown.getByText(message, { exact: true }).waitFor();
    await received(page, event).waitFor();
    await page.clock.runFor("01:00");
    expect(await shown.count()).toBe(1);
    await shown.getByRole("button", { name: "Schließen" }).click();
    await untilGone(page, shown);
  });

  test.each<[LiveEventName, object]>([
    ["newWebsite", website],
    ["stopPreviewBtnSync", website],
    ["newNotification", { notification: { id: "n1", title: "Notebook übergeben" } }],
  ])("%s shows no toast of its own", async (event, payload) => {
    const page = await openWorkbench();
    await fire(page, event, payload);
    await received(page, event).waitFor();
    await fire(page, "newFeedback", feedback);
    await toast(page, "Neues Feedback").waitFor();
    expect(await page.getByRole("button", { name: "Schließen" }).count()).toBe(1);
  });
});

describe("what is on screen", () => {
  test.each<LiveEventName>(["newUser", "userLogin"])("is asked for again after %s", async (event) => {
    const anna = await portal.hire({ name: "Anna Reuter", role: "admin" });
    const page = await openBrowser(portal, { person: anna });
    await visitLive(page, "/settings/users");
    const linh = await portal.hire({ name: "Linh Tran", email: `${event}@agentur.example` });
    const row = page.getByRole("row").filter({ hasText: `${event}@agentur.example` });
    expect(await row.count()).toBe(0);
    const calls = watchCalls(page);
    const payload = { user: { id: linh.id, name: linh.name } };
    await portal.portal.services.live.publish([
      event === "newUser" ? { event, payload } : { event: "userLogin", payload, toUserId: anna.id },
    ]);
    await row.waitFor();
    expect(calls.filter(({ path }) => path === "user.list")).toHaveLength(1);
    expect(calls.filter(({ path }) => path === "notification.list")).toEqual([]);
  });
});

test("a person who wants no hints about team and sign-ins sees none, and does again after asking for them", async () => {
  const jana = await portal.hire();
  const page = await openBrowser(portal, { person: jana });
  await visitLive(page, `/users/${jana.id}/notifications`);
  const switches = ["Anmeldungen", "Team"].map((name) =>
    page.getByRole("switch", { name: `${name}: Live-Hinweis`, exact: true }),
  );
  const send = () =>
    portal.portal.services.live.publish([
      { event: "newUser", payload: user },
      { event: "userLogin", payload: user, toUserId: jana.id },
    ]);
  const turn = async (isOn: boolean) => {
    for (const each of switches) {
      // The switch shows the new choice before it is saved; read anew it counts.
      const read = page.waitForResponse((response) => response.url().includes("notification.getPreferences"));
      await each.click();
      await (await read).finished();
      await expect.poll(() => each.isChecked()).toBe(isOn);
    }
  };

  await turn(false);
  await send();
  await portal.portal.services.live.publish([{ event: "newFeedback", payload: feedback, toUserId: jana.id }]);
  await toast(page, "Neues Feedback").waitFor();
  expect(await page.getByRole("button", { name: "Schließen" }).count()).toBe(1);

  await turn(true);
  await send();
  await toast(page, "Neuer Benutzer!").waitFor();
  await toast(page, "Anmeldung").waitFor();
});

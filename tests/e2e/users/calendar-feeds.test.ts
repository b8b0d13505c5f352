import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { readCalendar } from "../../support/icalendar.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createRecord } from "../../support/records/records.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

async function readUrl(dialog: Locator): Promise<string> {
  const url = await dialog.getByRole("textbox", { name: "Adresse" }).inputValue();
  const webcal = await dialog.getByRole("link", { name: "Im Kalender öffnen" }).getAttribute("href");
  expect(webcal).toBe(url.replace("http:", "webcal:"));
  await dialog.getByRole("button", { name: "Eingetragen" }).click();
  await dialog.waitFor({ state: "detached" });
  return url;
}

test("a feed is made for a calendar, fetched without a session, given another URL and ended", async () => {
  const jana = await portal.hire({ name: "Jana Petersen" });
  const name = `thinkpad-${jana.id.slice(-6)}`;
  const api = await apiOf(portal, jana);
  await createRecord(api, "device", { name, responsibleUserId: jana.id, warrantyUntil: "2099-01-01" });
  const { id } = await createRecord(api, "device", { name: `${name}-2`, responsibleUserId: jana.id });
  const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await api.device.update({ params: { id }, body: { warrantyUntil: soon }, version: 1 });

  const page = await openBrowser(portal, { person: jana });
  await visit(page, `/users/${jana.id}`);
  await page.getByRole("navigation", { name: "Konto" }).getByRole("link", { name: "Kalender-Feeds" }).click();
  await page.getByText("Du hast noch keinen Kalender-Feed.").waitFor();
  await page.getByRole("button", { name: "Feed erstellen" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Erstellen", exact: true }).click();
  await dialog.getByText("Name: Pflichtfeld.").waitFor();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Fristen Agentur");
  await dialog.getByRole("checkbox", { name: "Feedback" }).uncheck();
  await dialog.getByRole("button", { name: "Erstellen", exact: true }).click();
  const first = await readUrl(dialog);
  await page.getByText("noch nie abgerufen").waitFor();

  const answer = await fetch(first);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
  const { events } = readCalendar(await answer.text());
  expect(events.map(({ SUMMARY }) => SUMMARY?.value)).toEqual([`Garantieende: ${name}-2`]);

  await visit(page, `/users/${jana.id}/calendar`);
  await page.getByText(/zuletzt abgerufen/).waitFor();
  await page.getByRole("button", { name: "Adresse von „Fristen Agentur“ neu erzeugen" }).click();
  await dialog.getByRole("button", { name: "Neu erzeugen" }).click();
  const second = await readUrl(dialog);
  expect(second).not.toBe(first);
  expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([404, 200]);

  await page.getByRole("button", { name: "Feed „Fristen Agentur“ bearbeiten" }).click();
  await dialog.getByRole("combobox", { name: "Erinnerung im Kalender" }).selectOption("Am Tag davor, 9 Uhr");
  await dialog.getByRole("button", { name: "Speichern" }).click();
  await page.getByText("Erinnerung: Am Tag davor, 9 Uhr").waitFor();
  expect(readCalendar(await (await fetch(second)).text()).alarms.flat()).toHaveLength(1);

  await page.getByRole("button", { name: "Feed „Fristen Agentur“ löschen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Löschen" }).click();
  await page.getByText("Du hast noch keinen Kalender-Feed.").waitFor();
  expect((await fetch(second)).status).toBe(404);
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { findBarriers } from "../../support/browser/axe.ts";
import { closeByEscape, openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { keepToasts } from "../../support/browser/toast.ts";
import { sendDue, tellEvents } from "../../support/incidents.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createRecord } from "../../support/records/records.ts";

let portal: TestPortal;
let api: Api;
let sites: { type: "website"; id: string }[];
let jana: { id: string };
let timo: { id: string };

/** A host with three websites of one customer and one of another, both looked after by Jana. */
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  jana = await portal.hire({ name: "Jana Petersen" });
  timo = await portal.hire({ name: "Timo Brandt", role: "maintainer" });
  const admin = await apiOf(portal, await portal.hire({ name: "Maren Ahlers", role: "admin" }));
  // Nobody listens there: mails wait in the queue.
  const values = { host: "127.0.0.1", port: 1, security: "none", fromEmail: "portal@agentur.example" };
  await admin.setting.update({ section: "mail", version: 0, values });
  api = await apiOf(portal, timo);
  const provider = { providerId: (await createRecord(api, "provider", { name: "Nordhost" })).id };
  const host = await createRecord(api, "host", { name: "web-nord", ...provider });
  const about = { responsibleUserId: jana.id, hosts: [{ id: host.id, role: "web" }] };
  const elbe = await createRecord(api, "customer", { name: "Elbe Optik" });
  const amsel = await createRecord(api, "customer", { name: "Weingut Amsel", slaLevel: "premium" });
  const person = { customerId: amsel.id, firstName: "Karla", lastName: "Amsel", roles: ["emergency"] };
  await createRecord(api, "contact", { ...person, email: "karla@amsel.example", mobile: "+49 170 1234567" });
  const names = ["Optik 1", "Optik 2", "Optik 3"].map((name) => ({ name, customerId: elbe.id }));
  sites = [];
  for (const site of [...names, { name: "Weinladen", customerId: amsel.id }])
    sites.push({ type: "website", id: (await createRecord(api, "website", { ...site, ...about })).id });
});
afterAll(() => portal.stop());

/** All of them fail together, and those concerned are told. */
async function breakDown(): Promise<string> {
  const { services } = portal.portal;
  await tellEvents({ services }, "down", sites);
  await sendDue({ services: { ...services, now: () => new Date(Date.now() + 120_000) } });
  const { data } = await api.incident.list({ where: [{ field: "state", is: "oneOf", values: ["open"] }] });
  return data[0]?.id ?? "";
}

const banner = (page: Page) => page.getByRole("region", { name: "Störungen" });
const standing = (page: Page) => page.getByRole("region", { name: "Stand" });
const course = (page: Page) => page.getByRole("list", { name: "Verlauf der Störung" });

describe("an incident", () => {
  test("is taken over, told to a customer, ended and reported, in the eyes of two", async () => {
    const janas = await openBrowser(portal, { person: jana });
    const timos = await openBrowser(portal, { person: timo });
    await visitLive(janas, "/customers");
    await visitLive(timos, "/");
    const id = await breakDown();
    for (const page of [janas, timos]) {
      await banner(page)
        .getByRole("link", { name: /^Störung #1: Hoster web-nord ist gestört$/ })
        .waitFor();
      await banner(page).getByText("4 Websites, 2 Kunden betroffen").waitFor();
    }

    await janas.getByRole("button", { name: /^Ich kümmere mich um „Hoster web-nord/ }).click();
    await banner(janas)
      .getByText(/^Du kümmerst dich seit/)
      .waitFor();
    await banner(timos)
      .getByText(/^Jana Petersen kümmert sich seit/)
      .waitFor();

    await banner(janas).getByRole("link", { name: "Details" }).click();
    await janas.getByRole("heading", { name: "Hoster web-nord ist gestört", level: 1 }).waitFor();
    await banner(timos).getByRole("link", { name: "Details" }).click();
    await timos.getByRole("heading", { name: "Hoster web-nord ist gestört", level: 1 }).waitFor();
    const hit = janas.getByRole("list", { name: "Betroffene Kunden" });
    // Premium stands first, with whom to call at any hour.
    await expect.poll(() => hit.getByRole("listitem").first().innerText()).toContain("Weingut Amsel");
    expect(await hit.getByRole("link", { name: /170/ }).getAttribute("href")).toBe("tel:+491701234567");
    await expect.poll(() => janas.getByText("Noch keine Beziehungen.").count()).toBe(0);

    await janas.getByRole("textbox", { name: "Notiz" }).fill("Nordhost tauscht das Netzteil.");
    await janas.getByRole("button", { name: "Notiz festhalten" }).click();
    await course(timos).getByText("Nordhost tauscht das Netzteil.").waitFor();

    await janas.getByRole("button", { name: "Kundeninfo entwerfen: Weingut Amsel" }).click();
    const dialog = janas.getByRole("dialog", { name: "Kundeninfo: Weingut Amsel" });
    const text = dialog.getByRole("textbox", { name: "Text" });
    await expect.poll(() => text.inputValue()).toContain("- Weinladen");
    await expect.poll(() => text.inputValue()).not.toContain("Optik");
    await dialog.getByRole("button", { name: "Senden" }).click();
    await dialog.waitFor({ state: "detached" });
    await course(timos).getByText("Weingut Amsel: an Karla Amsel gesendet").waitFor();
    const mails = await portal.portal.services.db.selectFrom("mails").select("toEmail").execute();
    expect(mails).toContainEqual({ toEmail: "karla@amsel.example" });

    // Members see how it ends; those who look after everything say so.
    await expect.poll(() => standing(janas).getByRole("button", { name: "Schließen" }).count()).toBe(0);
    await standing(timos).getByRole("button", { name: "Schließen" }).click();
    await timos.getByRole("menuitem", { name: "War ein falscher Alarm" }).click();
    await standing(janas)
      .getByText(/Geschlossen \(Falscher Alarm\)/)
      .waitFor();
    await janas.getByRole("button", { name: "Nachbericht" }).click();
    await janas.getByRole("heading", { name: /^Nachbericht zu Störung #1 vom/ }).waitFor();
    await course(timos)
      .getByText(/^Jana Petersen: Nachbericht$/)
      .waitFor();
    expect((await api.incident.get({ id })).values.endReason).toBe("falseAlarm");

    await visit(timos, "/incidents?view=falseAlarms");
    const row = timos.getByRole("row").filter({ hasText: "Hoster web-nord ist gestört" });
    await row.getByText("Geschlossen").first().waitFor();
    await visit(timos, "/");
    await expect.poll(() => banner(timos).count()).toBe(0);
  });

  test.each([
    ["light", 1440],
    ["dark", 390],
  ] as const)("can be read and worked on by everybody, beginning in the %s theme, at %i px", async (theme, width) => {
    const id = await breakDown();
    const looks = { theme, viewport: width === 390 ? phone : undefined, reducedMotion: true };
    const page = await openBrowser(portal, { ...looks, person: timo });
    const found: string[] = [];
    for (const path of ["/", "/incidents", `/incidents/${id}`, `/incidents/${id}/history`, "/incidents/new"]) {
      await visit(page, path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      if (path === `/incidents/${id}`) await course(page).waitFor();
      found.push(...(await findBarriers(page, path)));
    }
    await visit(page, `/incidents/${id}`);
    await page.getByRole("button", { name: "Kundeninfo entwerfen: Weingut Amsel" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Text" }).waitFor();
    found.push(...(await findBarriers(page, "Kundeninfo")));
    await closeByEscape(dialog);
    await page.getByRole("button", { name: "Seite anheften" }).click();
    await dialog.getByRole("combobox").first().waitFor();
    found.push(...(await findBarriers(page, "Seite anheften")));
    expect(found).toEqual([]);
    await api.incident.close({ id, reason: "known" });
  });
});

test("one key keeps what a page shows quiet for half an hour, and nothing for who only looks", async () => {
  const website = await createRecord(api, "website", { name: "Wird umgebaut" });
  const [reader, page] = [
    await openBrowser(portal, { person: await portal.hire({ role: "readonly" }) }),
    await openBrowser(portal, { person: timo }),
  ];
  for (const one of [reader, page]) {
    await visit(one, `/websites/${website.id}`);
    await one.keyboard.press("w");
  }
  await keepToasts(page);
  const dialog = page.getByRole("dialog", { name: "Wartung starten" });
  await dialog.getByText("„Wird umgebaut“ alarmiert in dieser Zeit nicht").waitFor();
  const duration = dialog.getByRole("combobox", { name: "Wie lange" });
  await expect.poll(() => duration.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  const toast = page.getByRole("status").filter({ hasText: /^Wartung bis/ });
  await toast.getByRole("button", { name: "Beenden" }).waitFor();
  const running = async () =>
    (await api.maintenance.list({ view: "upcoming" })).data.filter(({ isRunning }) => isRunning);
  expect(await running()).toMatchObject([{ targets: [{ id: website.id }] }]);
  expect(await reader.getByRole("dialog").count()).toBe(0);

  await toast.getByRole("button", { name: "Beenden" }).click();
  await page.getByText("Wartung beendet.", { exact: true }).waitFor();
  expect(await running()).toEqual([]);
});

test("a window that repeats is planned for what the list of websites has selected, typed as people write times", async () => {
  const { id } = await createRecord(api, "website", { name: "Wird gewartet" });
  const page = await openBrowser(portal, { person: timo });
  await visit(page, "/websites?q=gewartet");
  await page.getByRole("checkbox", { name: "Wird gewartet auswählen" }).check();
  await page.getByRole("button", { name: "Wartungsfenster anlegen" }).click();
  const dialog = page.getByRole("dialog", { name: "Wartung planen" });
  await dialog.getByRole("button", { name: "Wird gewartet entfernen" }).waitFor();
  await dialog.getByLabel("Titel").fill("Kernupdates");
  await dialog.getByLabel("Uhrzeit").first().fill("2230");
  await dialog.getByLabel("Uhrzeit").last().fill("23.15");
  await dialog.getByLabel("Wiederholung").selectOption({ label: "Jede Woche" });
  await dialog.getByRole("button", { name: "Speichern" }).click();
  await dialog.waitFor({ state: "detached" });
  const { data } = await api.maintenance.list({ view: "upcoming" });
  expect(data).toMatchObject([
    { title: "Kernupdates", rrule: "FREQ=WEEKLY", targets: [{ id, label: "Wird gewartet" }] },
  ]);
  expect(data.map(({ startsAt, endsAt }) => (endsAt.getTime() - startsAt.getTime()) / 60_000)).toEqual([45]);
});

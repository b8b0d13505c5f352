import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../../../server/auth/passwords.ts";
import { openBrowser, sessionEnded, visit } from "../../support/browser/browser.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createRecord } from "../../support/records/records.ts";

let portal: TestPortal;
beforeAll(async () => {
  // Without an account that has a password, the way to the sign-in leads to the first set-up.
  const env = { ADMIN_EMAIL: "admin@agentur.example", ADMIN_PASSWORD: "ein sehr langes Passwort" };
  portal = await startTestPortal({ pages: "built", env });
});
afterAll(() => portal.stop());

test("somebody is seen off: what is theirs moves on, and they are out of the page in front of them", async () => {
  const mark = crypto.randomUUID().slice(0, 8);
  const chief = await portal.hire({ name: `Chefin ${mark}`, role: "admin" });
  const heir = await portal.hire({ name: `Erbe ${mark}` });
  const leaver = await portal.hire({ name: `Gehend ${mark}` });
  const [api, theirs] = [await apiOf(portal, chief), await apiOf(portal, leaver)];
  const device = await createRecord(api, "device", { name: `Notebook ${mark}` });
  await api.device.checkOut({ deviceIds: [device.id], to: { type: "user", id: leaver.id } });
  const customer = await createRecord(api, "customer", { name: `Weingut ${mark}`, responsibleUserId: leaver.id });
  const wiki = await createRecord(theirs, "page", { title: `Anleitung ${mark}`, responsibleUserId: leaver.id });
  const { token } = await theirs.apiToken.create({ name: "Skript", scopes: ["records:read"], days: 30 });

  const open = await openBrowser(portal, { person: leaver, expected: sessionEnded });
  await visitLive(open, "/websites");
  const page = await openBrowser(portal, { person: chief });
  await visit(page, `/users/${leaver.id}/offboarding`);
  await page.getByRole("button", { name: "Alle zurücknehmen" }).click();
  await page.getByText("Nichts ist ausgegeben.").waitFor();

  const receiver = page.getByRole("combobox", { name: "Übergeben an" });
  await receiver.fill(`Erbe ${mark}`);
  await page.getByRole("option", { name: `Erbe ${mark}` }).click();
  await page.getByRole("button", { name: "Übergeben", exact: true }).click();
  await page.getByText("Nichts ist mehr zu übergeben.").waitFor();
  expect((await api.customer.get({ id: customer.id })).values.responsibleUserId).toMatchObject({ id: heir.id });
  expect((await api.page.get({ id: wiki.id })).values.responsibleUserId).toMatchObject({ id: heir.id });
  expect((await api.device.get({ id: device.id })).values.assignedUserId).toBeNull();

  await page.getByRole("button", { name: "Token widerrufen, Sitzungen beenden" }).click();
  await page.getByText(/keine Sitzung gilt mehr\.$/).waitFor();
  await open.getByRole("heading", { name: "Anmelden" }).waitFor();
  const answer = await fetch(`${portal.url}/api/v1/websites`, { headers: { Authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(401);

  await page.getByRole("button", { name: "Konto sperren und abschließen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Abschließen" }).click();
  await page.getByText("Das Konto ist gesperrt.").waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Als HTML, zum Drucken" }).click(),
  ]);
  expect(file.suggestedFilename()).toContain(`Austritt von Gehend ${mark}`);
});

test("an admin's link sets a new password, and whoever had the old one is out", async () => {
  const mark = crypto.randomUUID().slice(0, 8);
  const chief = await portal.hire({ name: `Chefin ${mark}`, role: "admin" });
  const passwordHash = await hashPassword("das alte lange Passwort");
  const person = await portal.hire({ name: `Vergesslich ${mark}`, passwordHash });
  const open = await openBrowser(portal, { person, expected: sessionEnded });
  await visitLive(open, "/websites");

  const page = await openBrowser(portal, { person: chief });
  await visit(page, `/users/${person.id}`);
  await page.getByRole("button", { name: /^Aktionen für/ }).click();
  await page.getByRole("menuitem", { name: "Link für neues Passwort …" }).click();
  const dialog = page.getByRole("dialog", { name: "Link für neues Passwort" });
  const link = await dialog.getByRole("textbox", { name: "Link für neues Passwort" }).inputValue();
  await dialog.getByRole("button", { name: "Fertig" }).click();

  const invited = await openBrowser(portal, { expected: [/^404 GET .*\/auth\/join/] });
  await visit(invited, link);
  await invited.getByLabel("Passwort", { exact: true }).fill("ein ganz neues Passwort");
  await invited.getByRole("button", { name: "Passwort setzen" }).click();
  await invited.getByRole("button", { name: `Konto von Vergesslich ${mark}` }).waitFor();
  await open.getByRole("heading", { name: "Anmelden" }).waitFor();
  await visit(invited, `/users/${person.id}/security`);
  await invited.getByText("Diese Sitzung").waitFor();
});

test("how one wants the portal is kept, also in another browser", async () => {
  const person = await portal.hire({ name: "Jana Petersen" });
  const page = await openBrowser(portal, { person });
  await visit(page, `/users/${person.id}/appearance`);
  await page.getByText("Kompakt", { exact: true }).click();
  await page.getByRole("combobox", { name: "Startseite" }).selectOption("Wiki");
  const kept = async () => {
    const { density, startPage } = await (await apiOf(portal, person)).user.getPreferences({});
    return { density, startPage };
  };
  await expect.poll(kept).toEqual({ density: "compact", startPage: "/wiki" });
  const other = await openBrowser(portal, { person });
  await visit(other, `/users/${person.id}/appearance`);
  await expect.poll(() => other.getByRole("radio", { name: "Kompakt" }).isChecked()).toBe(true);
  await expect.poll(() => other.getByRole("combobox", { name: "Startseite" }).inputValue()).toBe("/wiki");
});

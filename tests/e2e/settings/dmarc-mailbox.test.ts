import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { findBarriers } from "../../support/browser/axe.ts";
import { openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { toast } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { gz, setUpMailbox } from "../../support/servers/dmarc-mailbox.ts";
import { type ImapServerInTest, startImapServer } from "../../support/servers/imap-server.ts";

let portal: TestPortal;
let admin: Person;
let server: ImapServerInTest;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  admin = await portal.hire({ name: "Nora Lind", role: "admin" });
});
afterAll(() => portal.stop());

/** As if nobody had set the mailbox up yet, so that every test, and each again, begins alike. */
beforeEach(async () => {
  const { db } = portal.portal.services;
  await db.deleteFrom("settings").where("section", "=", "dmarcMailbox").execute();
  await db.deleteFrom("dmarcUnreadMails").execute();
  await db.deleteFrom("dmarcMailboxes").execute();
  // Without a mailbox it does nothing, and is then not due for an hour: the schedule looks each minute.
  await portal.portal.services.jobs.run(portal.portal.services, "dmarc-mailbox");
  const api = await apiOf(portal, admin);
  const { version } = await api.setting.get({ section: "network" });
  await api.setting.update({ section: "network", version, values: { allowedNetworks: ["127.0.0.1"] }, secrets: {} });
  server = await startImapServer();
  server.deliver({ subject: "Report Domain: fremd.example", attachments: [gz("r-1", "fremd.example")] });
});

test("a mailbox is set up, refuses a password in its own words, and tells what it could not read", async () => {
  const page = await openBrowser(portal, { person: admin });
  await visit(page, "/settings/dmarc");
  await page.getByText("ruft das Portal jede Stunde ab, was neu ist").waitFor();
  await page.getByRole("textbox", { name: "Server", exact: true }).fill("127.0.0.1");
  await page.getByText("Keine", { exact: true }).click();
  await page.getByRole("textbox", { name: "Port" }).fill(String(server.port));
  await page.getByRole("textbox", { name: "Benutzer" }).fill("berichte");
  await page.getByLabel("Passwort", { exact: false }).first().fill("falsch");
  await page.getByText("Verschieben", { exact: true }).click();
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await page.getByText("Zielordner: Pflichtfeld.").waitFor();
  await page.getByRole("textbox", { name: "Zielordner" }).fill("Gelesen");
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await toast(page, "Gespeichert.").waitFor();
  await page.getByRole("button", { name: "Jetzt abrufen" }).click();
  await page.getByText("Der Server lehnt die Anmeldung ab: „Benutzer oder Passwort falsch“").waitFor();

  await page.getByLabel("Passwort", { exact: false }).first().fill("geheim");
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  // While it saves, the button says „Speichert …“.
  await page.getByRole("button", { name: /^Speicher/ }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Jetzt abrufen" }).click();
  await page.getByText("Keine neuen Berichte, 1 Anhang nicht lesbar.").waitFor();
  await page.getByText("Er ist für fremd.example; diese Domain gibt es im Portal nicht.").waitFor();
  await page.getByText("post@postamt.example").waitFor();
});

test.each([
  ["light", { width: 1440, height: 900 }],
  ["dark", { width: 1440, height: 900 }],
  ["light", phone],
  ["dark", phone],
] as const)("its page is free of barriers in %s at %j", async (theme, viewport) => {
  await setUpMailbox(await apiOf(portal, admin), { port: server.port, afterReading: "move", archiveFolder: "Gelesen" });
  const page = await openBrowser(portal, { person: admin, theme, viewport });
  await visit(page, "/settings/dmarc");
  await page.getByRole("button", { name: "Jetzt abrufen" }).click();
  await page.getByText("1 Anhang nicht lesbar").waitFor();
  expect(await findBarriers(page, "/settings/dmarc")).toEqual([]);
});

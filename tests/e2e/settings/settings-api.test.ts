import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { isAlive, openBrowser, visit } from "../../support/browser/browser.ts";
import { toast } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { openReceiver, type Receiver } from "../../support/servers/receiver.ts";

let portal: TestPortal;
let admin: Person;
let receiver: Receiver;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  admin = await portal.hire({ name: "Maren Ahlers", role: "admin" });
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await portal.stop();
});

const callWith = (token: string, path: string, init: RequestInit = {}) =>
  fetch(`${portal.url}/api/v1${path}`, { ...init, headers: { Authorization: `Bearer ${token}`, ...init.headers } });

async function createToken(page: Page, name: string, scope: string): Promise<string> {
  await page.getByRole("button", { name: "Token erstellen" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("checkbox", { name: scope }).check();
  await dialog.getByRole("button", { name: "Erstellen" }).click();
  const token = await dialog.getByRole("textbox", { name: "Token", exact: true }).inputValue();
  await dialog.getByRole("button", { name: "Aufbewahrt" }).click();
  return token;
}

describe("a token", () => {
  test("asks for what is missing, is shown once, works, and ends when it is revoked", async () => {
    const member = await portal.hire({ name: "Timo Brandt" });
    const page = await openBrowser(portal, { person: member });
    await visit(page, `/users/${member.id}`);
    await page.getByRole("navigation", { name: "Konto" }).getByRole("link", { name: "API-Token" }).click();
    await page.getByText("Du hast noch kein Token.").waitFor();
    await page.getByRole("button", { name: "Token erstellen" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Erstellen" }).click();
    await dialog.getByText("Name: Pflichtfeld.").waitFor();
    await dialog.getByText("Rechte: Bitte mindestens eines wählen.").waitFor();
    await dialog.getByRole("button", { name: "Abbrechen" }).click();

    const token = await createToken(page, "Auswertung", "Stammdaten lesen");
    expect(token).toMatch(/^mtc_/);
    expect((await callWith(token, "/websites")).status).toBe(200);
    const body = JSON.stringify({ name: "Neu" });
    const written = await callWith(token, "/customers", {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json" },
    });
    expect(written.status).toBe(403);

    await page.reload();
    await isAlive(page);
    await page.getByText(`${token.slice(0, 10)}…`).waitFor();
    expect(await page.getByText(token).count()).toBe(0);
    await page.getByText(/zuletzt benutzt/).waitFor();
    await page.getByRole("button", { name: "Token „Auswertung“ widerrufen" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Widerrufen" }).click();
    await page.getByText("Du hast noch kein Token.").waitFor();
    expect((await callWith(token, "/websites")).status).toBe(401);
  });

  test("of somebody else can be revoked by an admin", async () => {
    const member = await portal.hire({ name: "Ronja Sander" });
    const theirs = await openBrowser(portal, { person: member });
    await visit(theirs, `/users/${member.id}/api`);
    const token = await createToken(theirs, "Kasse", "Wiki lesen");
    const page = await openBrowser(portal, { person: admin });
    await visit(page, "/settings/api");
    const row = page.getByRole("listitem").filter({ hasText: "Kasse" });
    await row.getByRole("link", { name: "Ronja Sander" }).waitFor();
    await row.getByRole("button", { name: "Token „Kasse“ widerrufen" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Widerrufen" }).click();
    await toast(page, "Token widerrufen.").waitFor();
    await row.waitFor({ state: "detached" });
    expect((await callWith(token, "/pages")).status).toBe(401);
  });
});

describe("the documentation", () => {
  test("shows everybody what can be asked for, finds fields and copies examples", async () => {
    const page = await openBrowser(portal, { person: await portal.hire({ role: "readonly" }) });
    await visit(page, "/settings/api/docs");
    await page.getByRole("heading", { name: "Anmelden" }).waitFor();
    await page.getByRole("navigation", { name: "Bereiche der API" }).getByRole("link", { name: "Websites" }).click();
    await page.getByText("/websites/{id}/archive").waitFor();
    await page.getByText("anlegen", { exact: true }).click();
    const entry = page.getByRole("region", { name: "Websites: anlegen" });
    await entry.getByText(/Authorization: Bearer/).waitFor();
    await entry
      .getByRole("table", { name: "Felder im Inhalt" })
      .getByRole("rowheader", { name: "stagingUrl" })
      .waitFor();
    await page.getByRole("searchbox", { name: "In der Dokumentation suchen" }).fill("geräte archivieren");
    await page.getByText("/devices/{id}/archive").waitFor();
    expect(await page.getByText("/websites/{id}/archive").count()).toBe(0);
  });
});

describe("a webhook", () => {
  test("is refused by the network until it is allowed, then delivers, shows the answer and sends again", async () => {
    receiver.answer(() => ({ status: 202, body: "danke schön" }));
    const page = await openBrowser(portal, { person: admin });
    await visit(page, "/settings/network");
    await page.getByRole("textbox", { name: "Adressen und Netze" }).fill("kein Netz!");
    await page.getByRole("button", { name: "Speichern" }).click();
    await page
      .getByText(/Erlaubte Netze: Bitte eine Adresse/)
      .first()
      .waitFor();
    await page.getByRole("textbox", { name: "Adressen und Netze" }).fill("127.0.0.1");
    await page.getByRole("button", { name: "Speichern" }).click();
    await toast(page, "Gespeichert.").waitFor();

    await visit(page, "/settings/api");
    await page.getByRole("button", { name: "Webhook anlegen" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Anlegen" }).click();
    await dialog.getByText("Ereignisse: Bitte mindestens eines wählen.").waitFor();
    await dialog.getByRole("textbox", { name: "Adresse" }).fill(`${receiver.url}/haken`);
    await dialog.getByRole("button", { name: "Kunden: einzelne Ereignisse" }).click();
    await dialog.getByRole("checkbox", { name: "Kunden angelegt" }).check();
    await dialog.getByRole("button", { name: "Anlegen" }).click();
    const secret = await dialog.getByRole("textbox", { name: "Geheimnis" }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    await dialog.getByRole("button", { name: "Aufbewahrt" }).click();
    await page.getByText("Kunden: angelegt").waitFor();

    await page.getByRole("button", { name: `Aktionen für ${receiver.url}/haken` }).click();
    await page.getByRole("menuitem", { name: "Test senden" }).click();
    const log = page.getByRole("list", { name: "Zustellungen" });
    const delivery = log.getByRole("listitem").filter({ hasText: "Test" });
    await delivery.getByText("Zugestellt").waitFor();
    expect(receiver.received).toHaveLength(1);
    await delivery.getByText("Inhalt und Antwort").click();
    await delivery.getByText("danke schön").waitFor();
    await delivery.getByRole("button", { name: /erneut senden$/ }).click();
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.received[0]?.headers["webhook-id"]).toBe(receiver.received[1]?.headers["webhook-id"]);

    await page.getByRole("switch", { name: `Webhook ${receiver.url}/haken eingeschaltet` }).click();
    await page.getByText("Aus", { exact: true }).waitFor();
    await page.getByRole("button", { name: `Aktionen für ${receiver.url}/haken` }).click();
    await page.getByRole("menuitem", { name: "Löschen …" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Löschen" }).click();
    await page.getByText(/Noch keiner\. Ein Webhook/).waitFor();
  });
});

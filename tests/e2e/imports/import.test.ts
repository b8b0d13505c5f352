import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { isAlive, openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { keepToasts } from "../../support/browser/toast.ts";
import { importFile } from "../../support/import-desk.ts";
import { kumaDatabase } from "../../support/import-files/kuma-backups.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createRecord } from "../../support/records/records.ts";

let portal: TestPortal;
let jana: Person;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  jana = await portal.hire({ name: "Jana Petersen", role: "maintainer" });
});
afterAll(() => portal.stop());

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel("Datei auswählen").setInputFiles({ name, mimeType: "text/csv", buffer });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name }).waitFor();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

const countOf = async (table: "customers" | "websites") => {
  const rows = await portal.portal.services.db.selectFrom(table).select("id").where("archivedAt", "is", null).execute();
  return rows.length;
};

/** 500 customers in the encoding of German offices, every seventieth with an address that is none. */
function fiveHundred(): Buffer {
  const lines = Array.from({ length: 500 }, (_, at) => {
    const email = at % 70 === 69 ? "kaputt" : `info${at}@kunde.example`;
    return `K-${at};Bäckerei ${at};${email}`;
  });
  return Buffer.from(`Kd.-Nr.;Firmenname;E-Mail-Adresse\r\n${lines.join("\r\n")}\r\n`, "latin1");
}

test("a database of Uptime Kuma becomes websites, and what is left out is there to read", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/import?type=website");
  await page
    .getByLabel("Datei auswählen")
    .setInputFiles({ name: "kuma.db", mimeType: "application/octet-stream", buffer: kumaDatabase() });
  await heading(page, "Spalten");
  await page.getByText("Sieht aus wie ein Export aus Uptime Kuma.").waitFor();
  await page.getByLabel("Tabellenblatt").selectOption("Nicht übernommen");
  await page.getByRole("cell", { name: "Patchday" }).waitFor();
  await page.getByLabel("Tabellenblatt").selectOption("Websites");
  await page.getByText("Wird als Überwachung jeder Zeile eingerichtet.").waitFor();
  expect(await page.getByText("intervalS").count()).toBe(0);
  await button(page, "3 Zeilen prüfen").click();
  await button(page, "3 Zeilen übernehmen").click();
  await heading(page, "Import abgeschlossen.");
  expect(await countOf("websites")).toBe(3);
  const { id } = await portal.portal.services.db.selectFrom("imports").select("id").executeTakeFirstOrThrow();
  await (await apiOf(portal, jana)).import.undo({ id });
  await expect.poll(() => countOf("websites")).toBe(0);
});

test("a list with 7 bad rows of 500 brings 493 customers, a file of the 7, and can be taken back", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/import?type=customer");
  await choose(page, "Kundenliste.csv", fiveHundred());
  await heading(page, "Spalten");
  await expect.poll(() => page.getByLabel("Zeichensatz").inputValue()).toBe("windows-1252");
  await expect.poll(() => page.getByLabel("Feld für „Firmenname“").inputValue()).toBe("name");
  await page.getByRole("cell", { name: "Bäckerei 0" }).waitFor();
  await button(page, "500 Zeilen prüfen").click();

  await heading(page, "7 Zeilen mit Fehlern, 493 bereit.");
  await page.getByText("Zeile 71").waitFor();
  await page.getByText("In der Datei steht: „kaputt“").first().waitFor();
  expect(await countOf("customers")).toBe(0);
  await button(page, "493 Zeilen übernehmen").click();
  await heading(page, "Import abgeschlossen.");
  await page.getByText("493 angelegt, 7 mit Fehlern.").waitFor();
  expect(await countOf("customers")).toBe(493);

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Fehlerhafte Zeilen herunterladen" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("Kundenliste - Fehler.csv");
  const lines = readFileSync(await file.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength(8);
  expect(lines[1]).toBe("K-69;Bäckerei 69;kaputt;E-Mail-Adresse: Keine gültige E-Mail-Adresse.");

  await page.reload();
  await isAlive(page);
  await button(page, "Rückgängig machen …").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Rückgängig machen" }).click();
  await heading(page, "Import rückgängig gemacht.");
  expect(await countOf("customers")).toBe(0);
  await visit(page, "/import?type=customer");
  await page.getByRole("link", { name: /Kundenliste\.csv.*Rückgängig gemacht/ }).waitFor();
});

test("addresses pasted one per line become websites, on a phone too", async () => {
  const page = await openBrowser(portal, { person: jana, viewport: phone });
  await visit(page, "/import?type=website");
  await page.getByLabel("Liste einfügen").fill("www.weingut-amsel.example\nhttps://shop.boehm.example/\n");
  await button(page, "Liste übernehmen").click();
  await heading(page, "Spalten");
  await expect.poll(() => page.getByLabel("Feld für „Spalte 1“").inputValue()).toBe("url");
  await button(page, "2 Zeilen prüfen").click();
  await heading(page, "Alles bereit.");
  await button(page, "2 Zeilen übernehmen").click();
  await heading(page, "Import abgeschlossen.");
  expect(await countOf("websites")).toBe(2);

  await createRecord(await apiOf(portal, jana), "customer", { name: "Weingut Amsel" });
  await keepToasts(page);
  await button(page, "Kunde setzen …").click();
  const dialog = page.getByRole("dialog", { name: "Kunde setzen" });
  await dialog.getByText("Gilt danach für 2 Websites aus diesem Import.").waitFor();
  await dialog.getByRole("combobox", { name: "Kunde" }).fill("Amsel");
  await page.getByRole("option", { name: /Weingut Amsel/ }).click();
  await dialog.getByRole("button", { name: "Übernehmen" }).click();
  await page.getByText("2 geändert", { exact: true }).waitFor();
  const { db } = portal.portal.services;
  const owned = await db.selectFrom("websites").select("customerId").where("customerId", "is not", null).execute();
  expect(owned).toHaveLength(2);
});

test("an export of Snipe-IT is known by its headings", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/import?type=device");
  await choose(page, "snipe-it.csv", importFile("snipe-it.csv"));
  await page.getByText("Sieht aus wie ein Export aus Snipe-IT.").waitFor();
  await expect.poll(() => page.getByLabel("Feld für „Asset Tag“").inputValue()).toBe("assetTag");
  await expect.poll(() => page.getByLabel("Feld für „Checkouts“").inputValue()).toBe("");
});

test("a file of another kind is refused before it is sent, and a mapping by what is wrong with it", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/import?type=customer");
  await choose(page, "liste.ods", Buffer.from("PK"));
  await page.getByRole("alert").filter({ hasText: "Speichere die Tabelle als XLSX oder CSV." }).waitFor();
  await choose(page, "liste.csv", Buffer.from("Firma;Ort\nBöhm;Köln\n"));
  await heading(page, "Spalten");
  await page.getByLabel("Feld für „Ort“").selectOption("Firma / Name");
  await button(page, "1 Zeile prüfen").click();
  await page.getByRole("alert").filter({ hasText: "Ein Feld ist zwei Spalten zugeordnet." }).waitFor();
  await page.getByText("Dieses Feld hat schon eine Spalte.").waitFor();
});

test("who only reads gets no import", async () => {
  const reader = await portal.hire({ role: "readonly" });
  const page = await openBrowser(portal, { person: reader, expected: [/^403/, /403/] });
  await visit(page, "/import?type=customer");
  await page.getByRole("heading", { name: "Das ist nicht für dich freigegeben." }).waitFor();
});

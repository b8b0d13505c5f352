import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { newId } from "../../../server/db/new-id.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { toast } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createRecord } from "../../support/records/records.ts";

let portal: TestPortal;
let admin: Person;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  admin = await portal.hire({ name: "Maren Ahlers", role: "admin" });
});
afterAll(() => portal.stop());

const sections = ["general", "api", "network", "privacy", "tasks", "log", "system", "mail", "sign-in", "users"];

describe("whoever is no admin", () => {
  test("is refused by every section of admins, and the index names none of them", async () => {
    const page = await openBrowser(portal, { person: await portal.hire(), expected: [/^403 GET/] });
    for (const section of sections) {
      await visit(page, `/settings/${section}`);
      await page.getByRole("heading", { name: "Das ist nicht für dich freigegeben." }).waitFor();
    }
    await visit(page, "/settings");
    const names = await page.getByRole("main").getByRole("link").allInnerTexts();
    expect(names.map((name) => name.split("\n")[0])).toEqual([
      "Listen",
      "Vorlagen",
      "Import",
      "API-Dokumentation",
      "Mein Konto",
      "Meine API-Token",
    ]);
  });

  test("gets no audit log as a file either", async () => {
    const { cookie } = await portal.signIn(await portal.hire());
    expect((await fetch(`${portal.url}/api/export/audit-log.csv`, { headers: { cookie } })).status).toBe(403);
    expect((await fetch(`${portal.url}/api/export/audit-log.csv`)).status).toBe(401);
  });
});

describe("the index", () => {
  test("is filtered by what is typed and walked through by keys", async () => {
    const page = await openBrowser(portal, { person: admin });
    await visit(page, "/settings");
    await page
      .getByRole("link", { name: /^E-Mail/ })
      .getByText("Nicht eingerichtet")
      .waitFor();
    const field = page.getByRole("searchbox", { name: "In den Einstellungen suchen" });
    await field.fill("dsgvo");
    await expect.poll(() => page.getByRole("main").getByRole("link").count()).toBe(1);
    await field.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Datenschutz", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Einstellungen" }).first().click();
    await page.getByRole("searchbox", { name: "In den Einstellungen suchen" }).fill("gibtesnicht");
    await page.getByText("Nichts gefunden zu „gibtesnicht“.").waitFor();
  });
});

describe("general settings", () => {
  test("show name and colour at once, to strangers too", async () => {
    const page = await openBrowser(portal, { person: admin });
    await visit(page, "/settings/general");
    await page.getByRole("textbox", { name: "Name" }).fill("Agentur Nordlicht");
    await page.getByRole("textbox", { name: "Farbe", exact: true }).fill("#ffd400");
    await page.getByText(/Sie wird zu #[0-9a-f]{6} angepasst/).waitFor();
    await page.getByRole("button", { name: "Speichern" }).click();
    await toast(page, "Gespeichert.").waitFor();
    const brand = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--brand"));
    await expect.poll(brand).not.toBe("#b40032");
    const stranger = await openBrowser(portal);
    await visit(stranger, "/auth/signin");
    await stranger.getByText("Agentur Nordlicht").first().waitFor();
  });

  test("say which number range is wrong, and what the next number will be", async () => {
    const page = await openBrowser(portal, { person: admin });
    await visit(page, "/settings/general");
    const customers = page.getByRole("group", { name: "Kunden" });
    await customers.getByText("K-00001").waitFor();
    await customers.getByRole("textbox", { name: "Stellen" }).fill("9");
    await page.getByRole("button", { name: "Speichern" }).click();
    await customers.getByText("Nummernkreis: Höchstens 8 Stellen.").waitFor();
    await customers.getByRole("textbox", { name: "Stellen" }).fill("3");
    await customers.getByRole("textbox", { name: "Vorsatz" }).fill("kd-");
    await customers.getByText("KD-001").waitFor();
    await page.getByRole("button", { name: "Verwerfen" }).click();
    await customers.getByText("K-00001").waitFor();
  });

  test("never overwrite silently what somebody else has saved", async () => {
    const other = await portal.hire({ name: "Ole Jansen", role: "admin" });
    const page = await openBrowser(portal, { person: admin, expected: [/^409 POST/, /<< mutation/] });
    await visit(page, "/settings/privacy");
    await page.getByRole("textbox", { name: /^Anmeldungen/ }).fill("100");
    const theirs = await openBrowser(portal, { person: other });
    await visit(theirs, "/settings/privacy");
    await theirs.getByRole("textbox", { name: /^Anmeldungen/ }).fill("200");
    await theirs.getByRole("button", { name: "Speichern" }).click();
    await toast(theirs, "Gespeichert.").waitFor();
    await page.getByRole("button", { name: "Speichern" }).click();
    await page.getByText(/Jemand hat diese Einstellungen inzwischen geändert/).waitFor();
    await page.getByRole("button", { name: "Trotzdem speichern" }).click();
    await toast(page, "Gespeichert.").waitFor();
    await expect.poll(() => theirs.getByRole("textbox", { name: /^Anmeldungen/ }).inputValue()).toBe("100");
  });

  test("find a time zone by a part of its name", async () => {
    const page = await openBrowser(portal, { person: admin });
    await visit(page, "/settings/general");
    const zone = page.getByRole("combobox", { name: "Zeitzone" });
    await zone.fill("lissabon");
    await page.getByText("Nichts gefunden.").waitFor();
    await zone.fill("lisbon");
    await page.getByRole("option", { name: /Europe\/Lisbon/ }).waitFor();
    await zone.press("Enter");
    await expect.poll(() => zone.inputValue()).toBe("Europe/Lisbon");
    await page.getByRole("button", { name: "Verwerfen" }).click();
    await expect.poll(() => zone.inputValue()).toBe("Europe/Berlin");
  });
});

describe("a task", () => {
  test("is run at once and says how it went", async () => {
    const page = await openBrowser(portal, { person: admin });
    await visit(page, "/settings/tasks");
    const row = page.getByRole("row").filter({ hasText: "Aufbewahrungsfristen einhalten" });
    await row.getByRole("button", { name: /jetzt ausführen$/ }).click();
    await toast(page, "Aufgabe ausgeführt.").waitFor();
    await row.getByText("Gelungen").waitFor();
  });
});

describe("the protocol", () => {
  test("is narrowed by area and given as a file without formulas", async () => {
    const { db } = portal.portal.services;
    const at = new Date().toISOString();
    const named = await portal.hire({ name: "=HYPERLINK(1)" });
    await db
      .insertInto("changes")
      .values({
        id: newId(),
        kind: "user.updated",
        subjectType: "user",
        subjectId: named.id,
        actorId: named.id,
        at,
        beforeJson: null,
        afterJson: JSON.stringify({ phone: "1" }),
      } as never)
      .execute();
    const page = await openBrowser(portal, { person: admin });
    await visit(page, "/settings/log");
    const entries = page.getByRole("list", { name: "Protokoll" });
    await entries.getByText("Profil geändert").first().waitFor();
    await page.getByRole("combobox", { name: "Bereich" }).selectOption("Wiederkehrende Aufgaben");
    await entries.getByText("Profil geändert").first().waitFor({ state: "detached" });
    await entries.getByText("Aufgabe ausgeführt").first().waitFor();
    expect(new URL(page.url()).searchParams.get("area")).toBe("job");

    await page.getByRole("combobox", { name: "Bereich" }).selectOption("Personen");
    await entries.getByText("Profil geändert").first().waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Als CSV exportieren" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^Protokoll \d{4}-\d{2}-\d{2}\.csv$/);
    const { cookie } = await portal.signIn(admin);
    const answer = await fetch(`${portal.url}/api/export/audit-log.csv?area=user`, { headers: { cookie } });
    const text = await answer.text();
    expect(text.split("\r\n")[0]).toContain("Zeitpunkt;Person;Vorgang;Art;Name;Kennung;Felder");
    expect(text).toContain(";'=HYPERLINK(1);Profil geändert;user;'=HYPERLINK(1);");
    expect(text).not.toContain("Aufgabe ausgeführt");
    const wrong = await fetch(`${portal.url}/api/export/audit-log.csv?from=gestern`, { headers: { cookie } });
    expect(wrong.status).toBe(400);
  });
});

describe("system and templates", () => {
  test("name the version, the room that is left, the licences and what pages can begin with", async () => {
    const page = await openBrowser(portal, { person: admin });
    await visit(page, "/settings/system");
    await page.getByText(/frei, .* belegt\./).waitFor();
    await page.getByText(/^Soketi steht unter der AGPL-3\.0/).waitFor();
    await page.getByText(/Pakete anzeigen/).click();
    await page.getByRole("rowheader", { name: "kysely", exact: true }).waitFor();
    await visit(page, "/settings/templates");
    await page.getByRole("button", { name: "Seite anlegen aus „Notfallplan“" }).waitFor();
  });
});

describe("personal data", () => {
  test("of somebody else is given to an admin, and the audit log says so", async () => {
    const name = `Wiebke Thomsen ${newId().slice(-6)}`;
    const member = await portal.hire({ name });
    const { sessionId } = await portal.signIn(member);
    const page = await openBrowser(portal, { person: admin });
    await visit(page, "/settings/privacy");
    const button = page.getByRole("button", { name: "Daten exportieren" }).first();
    expect(await button.isDisabled()).toBe(true);
    const field = page.getByRole("combobox", { name: "Person" });
    await field.fill(name);
    await page.getByRole("option", { name }).click();
    await expect.poll(() => field.inputValue()).toBe(name);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      toast(page, "Daten heruntergeladen.").waitFor(),
      button.click(),
    ]);
    expect(file.suggestedFilename()).toMatch(new RegExp(`^Daten ${name} \\d{4}-\\d{2}-\\d{2}\\.json$`));
    const { person, parts } = JSON.parse(await readFile(await file.path(), "utf8"));
    expect(person).toMatchObject({ id: member.id, name });
    expect(parts).toContainEqual({ title: "Sitzungen", rows: [expect.objectContaining({ id: sessionId })] });

    await visit(page, `/settings/log?actor=${admin.id}&area=user`);
    const entry = page.getByRole("list", { name: "Protokoll" }).getByRole("listitem").filter({ hasText: name });
    await entry.getByText("Personenbezogene Daten exportiert").waitFor();
  });

  test("is handed out to its person and erased of who has left", async () => {
    const member = await portal.hire({ name: "Nils Kramer" });
    const theirs = await openBrowser(portal, { person: member });
    await visit(theirs, `/users/${member.id}`);
    const [own] = await Promise.all([
      theirs.waitForEvent("download"),
      theirs.getByRole("button", { name: "Meine Daten herunterladen" }).click(),
    ]);
    expect(own.suggestedFilename()).toMatch(/^Daten Nils Kramer .*\.json$/);
    // A window of a locked account that is still connecting is refused, which the browser would complain about.
    await theirs.context().close();
    await portal.portal.services.db
      .updateTable("users")
      .set({ deactivatedAt: new Date().toISOString() })
      .where("id", "=", member.id)
      .execute();
    const page = await openBrowser(portal, { person: admin });
    await visit(page, "/settings/privacy");
    await page.getByRole("combobox", { name: "Gesperrtes Konto" }).selectOption(member.id);
    await page.getByRole("button", { name: "Daten löschen …" }).first().click();
    const dialog = page.getByRole("alertdialog");
    expect(await dialog.getByRole("button", { name: "Endgültig löschen" }).isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill("Nils Kramer");
    await dialog.getByRole("button", { name: "Endgültig löschen" }).click();
    await page.getByRole("list", { name: "Löschprotokoll" }).getByText(member.id).waitFor();
    const row = await portal.portal.services.db
      .selectFrom("users")
      .select("name")
      .where("id", "=", member.id)
      .executeTakeFirstOrThrow();
    expect(row.name).toBe("Gelöschte Person");
  });
});

test("everything is exported in the background, with its progress, and had as one archive", async () => {
  const { db, uploads } = portal.portal.services;
  await createRecord(await apiOf(portal, admin), "customer", { name: "Weingut Export" });
  // A real one that is held: what only stands in the table the schedule begins anew, within a minute.
  const { promise: held, reject: fail } = Promise.withResolvers<string>();
  const draft = vi.spyOn(uploads.archives, "draft").mockReturnValueOnce(held);
  onTestFinished(() => draft.mockRestore());
  const tell = (values: { done: number; total?: number }) =>
    db.updateTable("wholeExports").set(values).where("state", "=", "running").execute();
  const page = await openBrowser(portal, { person: admin });
  await visit(page, "/settings/privacy");
  const start = page.getByRole("button", { name: "Alles exportieren" });
  const progress = page.getByRole("progressbar", { name: "Fortschritt des Exports" });
  await start.click();
  await expect.poll(() => draft.mock.calls.length).toBe(1);
  await tell({ done: 10, total: 40 });
  await page.getByText("10 von 40 Teilen").waitFor();
  expect(await start.isDisabled()).toBe(true);
  await tell({ done: 30 });
  await page.getByText("30 von 40 Teilen").waitFor();
  expect(await progress.getAttribute("aria-valuenow")).toBe("75");
  fail(new Error("the disk is full"));
  await page.getByText("Der letzte Export ist fehlgeschlagen.").waitFor();

  await start.click();
  const link = page.getByRole("link", { name: "ZIP herunterladen" });
  // The export gives way to everything else, on a busy machine for minutes.
  await link.waitFor({ timeout: 180_000 });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^Alles \d{4}-\d\d-\d\d\.zip$/);
  const parts = unzipSync(await readFile(await download.path()));
  expect(strFromU8(parts["Tabellen/customers.json"] ?? new Uint8Array())).toContain("Weingut Export");
  await page.getByText(/ fertig seit .* herunterzuladen bis /).waitFor();
  await progress.waitFor({ state: "detached" });
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { isAlive, openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { keepToasts } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createRecord } from "../../support/records/records.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

const inDays = (days: number) => addDays(portalDate(new Date()), days);
const due = (page: Page) => page.getByRole("region", { name: "Handlungsbedarf" });
const row = (page: Page, title: string) => due(page).getByRole("listitem").filter({ hasText: title });
const tasks = (page: Page) => page.getByRole("list", { name: "Aufgaben" });

describe("„Handlungsbedarf“", () => {
  test("is worked off by keys until it is empty: decided, done, put off and given to somebody else", async () => {
    const jana = await portal.hire({ name: "Jana Petersen" });
    await portal.hire({ name: "Timo Brandt" });
    const api = await apiOf(portal, jana);
    const mine = { responsibleUserId: jana.id };
    const { id } = await createRecord(api, "domain", {
      name: "offen.example",
      renewsAt: inDays(35),
      noticeDays: 30,
      periodMonths: 12,
      ...mine,
    });
    await api.deadline.create({ label: "Lizenz verlängern", dueOn: inDays(6), responsibleUserId: jana.id });
    await api.task.create({ title: "Angebot schreiben", assigneeUserId: jana.id, dueOn: inDays(7) });
    await api.task.create({ title: "Lager aufräumen", assigneeUserId: jana.id });
    const page = await openBrowser(portal, { person: jana });
    await visitLive(page, "/?due=mine");
    for (const title of ["offen.example", "Lizenz verlängern", "Angebot schreiben", "Lager aufräumen"])
      await row(page, title).first().waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.closest("[data-need]")?.textContent ?? "");
    const goTo = async (title: string) => {
      let steps = 0;
      const step = async () => {
        const here = await focused();
        if (!here.includes(title)) await page.keyboard.press(steps++ % 16 < 8 ? "j" : "k");
        return here;
      };
      await expect.poll(step).toContain(title);
    };

    await goTo("offen.example");
    await page.keyboard.press("e");
    await page.getByRole("menuitem", { name: "Behalten" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await api.domain.get({ id })).values.renewDecision).toBe("keep");
    await row(page, "Kündigungsfrist").waitFor({ state: "detached" });

    await goTo("Lizenz verlängern");
    await page.keyboard.press("e");
    await row(page, "Lizenz verlängern").waitFor({ state: "detached" });

    await goTo("Angebot schreiben");
    await page.keyboard.press("a");
    const dialog = page.getByRole("dialog", { name: "Aufgabe zuweisen" });
    await dialog.getByRole("combobox", { name: "Zuständig" }).selectOption("Eine Person …");
    await dialog.getByRole("combobox", { name: "Person" }).fill("Timo");
    await page.getByRole("option", { name: "Timo Brandt" }).first().click();
    await page.keyboard.press("Control+Enter");
    await row(page, "Angebot schreiben").waitFor({ state: "detached" });
    await dialog.waitFor({ state: "detached" });

    await goTo("Lager aufräumen");
    await page.keyboard.press("s");
    await page.getByRole("menuitem", { name: "Morgen" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await row(page, "Lager aufräumen").waitFor({ state: "detached" });
    await page.getByRole("menu").waitFor({ state: "detached" });

    await due(page).getByText("Keine offenen Punkte für dich.").waitFor();
  });

  test("shows others who takes care, live, of a deadline and of feedback alike", async () => {
    const [jana, timo] = [
      await portal.hire({ name: "Jana Petersen", role: "maintainer" }),
      await portal.hire({ name: "Timo Brandt", role: "maintainer" }),
    ];
    const api = await apiOf(portal, jana);
    const deadline = await api.deadline.create({
      label: "Brandschutz prüfen",
      dueOn: inDays(2),
      responsibleUserId: timo.id,
    });
    const feedback = await createRecord(api, "feedback", { title: "Kalender druckt leer" });
    const long = new Date(Date.now() - 9 * 86_400_000).toISOString();
    await portal.portal.services.db
      .updateTable("feedback")
      .set({ createdAt: long })
      .where("id", "=", feedback.id)
      .execute();
    const page = await openBrowser(portal, { person: timo, viewport: phone });
    await visitLive(page, "/?due=all&more");
    await row(page, "Brandschutz prüfen").waitFor();
    await api.claim.claim({ type: "deadline", id: deadline.id });
    await row(page, "Brandschutz prüfen").getByText("Jana Petersen kümmert sich seit").waitFor();
    await row(page, "Kalender druckt leer").waitFor();
    await api.claim.claim({ type: "feedback", id: feedback.id });
    await row(page, "Kalender druckt leer").getByText("Jana Petersen kümmert sich seit").waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    await api.claim.release({ type: "feedback", id: feedback.id });
    await row(page, "Kalender druckt leer").getByText("kümmert sich").waitFor({ state: "detached" });
    await visit(page, "/tasks");
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });
});

describe("domains", () => {
  test("of a selection are decided at once, twenty of them", async () => {
    const maren = await portal.hire({ name: "Maren Ahlers", role: "maintainer" });
    const api = await apiOf(portal, maren);
    for (let number = 1; number <= 20; number += 1)
      await createRecord(api, "domain", { name: `zwanzig-${number}.example`, renewsAt: inDays(40), noticeDays: 10 });
    const page = await openBrowser(portal, { person: maren });
    await visit(page, "/domains?q=zwanzig");
    await keepToasts(page);
    await page.getByRole("checkbox", { name: /^Alle/ }).first().check();
    await page.getByText("20 ausgewählt").waitFor();
    await page.getByRole("button", { name: "Behalten" }).click();
    const decided = async () => {
      const found = await api.domain.list({ search: "zwanzig", limit: 50 });
      return found.data.filter(({ values }) => values.renewDecision === "keep").length;
    };
    await page.getByText("20 entschieden", { exact: true }).waitFor();
    expect(await decided()).toBe(20);
    await page.getByText("20 ausgewählt").waitFor({ state: "detached" });
  });

  test("of a selection are put to their customer in one mail", async () => {
    const chief = await portal.hire({ name: "Chef", role: "admin" });
    const api = await apiOf(portal, chief);
    // Nobody listens there: the mail waits in the queue.
    const values = { host: "127.0.0.1", port: 1, security: "none", fromEmail: "portal@agentur.example" };
    await api.setting.update({ section: "mail", version: 0, values });
    const { id: customerId } = await createRecord(api, "customer", { name: "Weingut Amsel" });
    const contact = { customerId, firstName: "Anna", lastName: "Berg", email: "anna@amsel.example" };
    await createRecord(api, "contact", contact);
    for (const name of ["frage-1.example", "frage-2.example", "frage-3.example"])
      await createRecord(api, "domain", { name, customerId, renewsAt: inDays(50), noticeDays: 10 });
    const page = await openBrowser(portal, { person: chief });
    await visit(page, "/domains?q=frage-");
    await keepToasts(page);
    for (const name of ["frage-1.example", "frage-2.example"])
      await page.getByRole("checkbox", { name: new RegExp(name) }).check();
    await page.getByRole("button", { name: "Kunden fragen …" }).click();
    const dialog = page.getByRole("dialog", { name: "Kunden fragen" });
    await dialog.getByRole("checkbox", { name: "Weingut Amsel" }).waitFor();
    await expect.poll(() => dialog.getByRole("checkbox").count()).toBe(1);
    await dialog.getByText(/^frage-1\.example \(bis .*\), frage-2\.example \(bis [^,]*\)$/).waitFor();
    await dialog.getByRole("button", { name: "Frage senden" }).click();
    await page.getByText("1 Kunde gefragt", { exact: true }).waitFor();
    const { db } = portal.portal.services;
    const items = await db.selectFrom("customerQuestionItems").select("title").orderBy("title").execute();
    expect(items.map(({ title }) => title)).toEqual(["frage-1.example", "frage-2.example"]);
  });
});

describe("tasks", () => {
  test("are narrowed by date, person and record, in the address", async () => {
    const jana = await portal.hire({ name: "Jana Petersen" });
    const timo = await portal.hire({ name: "Timo Adler" });
    const api = await apiOf(portal, jana);
    const { id } = await createRecord(api, "customer", { name: "Hotel Fährblick" });
    const about = { targetType: "customer", targetId: id } as const;
    await api.task.create({ title: "Vertrag nachfassen", ...about, assigneeUserId: timo.id, dueOn: inDays(3) });
    await api.task.create({ title: "Irgendwann aufräumen", assigneeUserId: timo.id });
    const page = await openBrowser(portal, { person: jana });
    await visit(page, "/tasks");
    const filters = page.getByRole("group", { name: "Filter" });
    await filters.getByRole("combobox", { name: "Zuständig" }).selectOption("Eine Person …");
    await filters.getByRole("combobox", { name: "Person" }).fill("Timo Ad");
    await page.getByRole("option", { name: "Timo Adler" }).click();
    await expect.poll(() => tasks(page).getByRole("listitem").count()).toBe(2);
    await filters.getByRole("combobox", { name: "Bis wann" }).selectOption("In 7 Tagen");
    await expect.poll(() => tasks(page).getByRole("listitem").count()).toBe(1);
    await filters.getByRole("combobox", { name: "Gehört zu" }).selectOption("Kunde");
    await filters.getByRole("combobox", { name: "Kunde" }).fill("Fähr");
    await page.getByRole("option", { name: "Hotel Fährblick" }).click();
    await page.waitForURL(/about=/);
    await page.reload();
    await isAlive(page);
    await tasks(page).getByRole("button", { name: "Vertrag nachfassen", exact: true }).waitFor();
    const customer = filters.getByRole("combobox", { name: "Kunde" });
    await expect.poll(() => customer.inputValue()).toBe("Hotel Fährblick");
    await filters.getByRole("combobox", { name: "Bis wann" }).selectOption("Überfällig");
    await page.getByText("Keine Aufgabe für diese Filter.").waitFor();
    await filters.getByRole("button", { name: "Filter zurücksetzen" }).click();
    await expect.poll(() => new URL(page.url()).search).not.toMatch(/due=|who=|type=|about=/);
  });

  test("of a page's check boxes are done where they stand, while somebody writes there", async () => {
    const [jana, timo] = [await portal.hire({ name: "Jana Petersen" }), await portal.hire({ name: "Timo Brandt" })];
    const api = await apiOf(portal, jana);
    const markdown = "- [ ] DNS umstellen\n- [ ] Texte prüfen\n\nDanach ist Feierabend.";
    const { id } = await api.pageTransfer.create({ body: { title: "Relaunch", status: "published" }, markdown });
    const janas = await openBrowser(portal, { person: jana });
    await visitLive(janas, `/wiki/${id}`);
    await janas.getByRole("button", { name: "Mehr zu Relaunch" }).click();
    await janas.getByRole("menuitem", { name: "Aufgaben aus Häkchen …" }).click();
    const points = janas.getByRole("dialog", { name: "Aufgaben aus Häkchen" });
    await points.getByRole("button", { name: "Aufgabe anlegen: DNS umstellen" }).click();
    const dialog = janas.getByRole("dialog", { name: "Neue Aufgabe" });
    await dialog.getByRole("button", { name: "Speichern" }).click();
    await points.getByText("Angelegt").waitFor();
    await points.getByRole("button", { name: "Schließen" }).click();
    await points.waitFor({ state: "detached" });

    const timos = await openBrowser(portal, { person: timo });
    await visit(timos, `/wiki/${id}?edit`);
    const text = timos.getByRole("textbox", { name: "Text der Seite" });
    await text.click();
    await timos.keyboard.press("Control+End");
    await timos.keyboard.type(" Und dann");
    const [task] = (await api.task.list({ targetType: "page", targetId: id })).data;
    await Promise.all([api.task.complete({ id: task?.id ?? "" }), timos.keyboard.type(" noch ein Bier.")]);
    await expect.poll(() => text.getByRole("checkbox", { name: /DNS umstellen/ }).isChecked()).toBe(true);
    await text.getByText("Und dann noch ein Bier.").waitFor();
    await text.getByRole("checkbox", { name: /DNS umstellen/ }).uncheck();
    await expect.poll(async () => (await api.task.get({ id: task?.id ?? "" })).state).toBe("open");
    await expect.poll(() => text.getByRole("checkbox", { name: /Texte prüfen/ }).isChecked()).toBe(false);
  });
});

test("time is started, ended and listed with the customer, and its month summed up", async () => {
  const jana = await portal.hire({ name: "Jana Petersen" });
  const { id } = await createRecord(await apiOf(portal, jana), "customer", { name: "Praxis Seidel" });
  const page = await openBrowser(portal, { person: jana, viewport: phone });
  await visit(page, `/customers/${id}/time-entries`);
  await keepToasts(page);
  const timer = page.getByRole("form", { name: "Zeit erfassen" });
  await timer.getByRole("textbox", { name: "Woran arbeitest du?" }).fill("Formular repariert");
  await timer.getByRole("button", { name: "Zeit starten" }).click();
  await timer.getByRole("button", { name: "Anhalten und eintragen" }).click();
  await page.getByText("Leistung eingetragen.", { exact: true }).waitFor();
  await page.getByRole("listitem").filter({ hasText: "Formular repariert" }).waitFor();
  await page.getByRole("region", { name: "Nach Monaten" }).getByRole("listitem").first().waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
});

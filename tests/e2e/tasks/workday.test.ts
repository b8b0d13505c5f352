import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
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

describe("„Handlungsbedarf“", () => {
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
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    await api.claim.release({ type: "feedback", id: feedback.id });
    await row(page, "Kalender druckt leer").getByText("kümmert sich").waitFor({ state: "detached" });
  });
});

describe("tasks", () => {
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
    await janas.keyboard.press("Escape");

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
    await expect.poll(async () => (await api.task.get({ id: task?.id ?? "" })).state, { timeout: 15_000 }).toBe("open");
    expect(await text.getByRole("checkbox", { name: /Texte prüfen/ }).isChecked()).toBe(false);
  });
});

test("time is started, ended and listed with the customer, and its month summed up", async () => {
  const jana = await portal.hire({ name: "Jana Petersen" });
  const { id } = await createRecord(await apiOf(portal, jana), "customer", { name: "Praxis Seidel" });
  const page = await openBrowser(portal, { person: jana, viewport: phone });
  await visit(page, `/customers/${id}/time-entries`);
  const timer = page.getByRole("form", { name: "Zeit erfassen" });
  await timer.getByRole("textbox", { name: "Woran arbeitest du?" }).fill("Formular repariert");
  await timer.getByRole("button", { name: "Zeit starten" }).click();
  await timer.getByRole("button", { name: "Anhalten und eintragen" }).click();
  await page.getByText("Leistung eingetragen.", { exact: true }).waitFor();
  await page.getByRole("listitem").filter({ hasText: "Formular repariert" }).waitFor();
  await page.getByRole("region", { name: "Nach Monaten" }).getByRole("listitem").first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
});

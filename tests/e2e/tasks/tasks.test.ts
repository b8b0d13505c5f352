import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { message, twoBesideAPage } from "../../support/browser/chat-pages.ts";
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

const list = (page: Page) => page.getByRole("list", { name: "Aufgaben" });
const item = (page: Page, title: string) => list(page).getByRole("listitem").filter({ hasText: title });

/** Ticks a box and says whether it shows so before anybody is asked. */
const tickAtOnce = (box: Locator) =>
  box.evaluate((element: HTMLInputElement) => {
    element.click();
    return element.checked;
  });

describe("tasks", () => {
  test("are made by t about the record on screen, ticked point by point, put off and taken back", async () => {
    const jana = await portal.hire({ name: "Jana Petersen" });
    const api = await apiOf(portal, jana);
    const { id } = await createRecord(api, "customer", { name: "Weingut Amsel" });
    const page = await openBrowser(portal, { person: jana });
    await visit(page, `/customers/${id}/tasks`);
    await page.getByText("Hier ist nichts zu tun.").waitFor();
    await page.keyboard.press("t");
    const dialog = page.getByRole("dialog", { name: "Neue Aufgabe" });
    await dialog.getByText("Zu „Weingut Amsel“").waitFor();
    await dialog.getByRole("button", { name: "Speichern" }).click();
    await dialog.getByText("Pflichtfeld.").waitFor();
    await dialog.getByRole("textbox", { name: "Aufgabe" }).fill("Vertrag nachfassen");
    await dialog.getByRole("combobox", { name: "Zuständig" }).selectOption("Ich");
    await dialog.getByRole("combobox", { name: "Wiederholung" }).selectOption("Jede Woche");
    await dialog.getByRole("button", { name: "Punkt", exact: true }).click();
    await dialog.getByRole("textbox", { name: "Punkt 1" }).fill("Angebot suchen");
    await dialog.getByRole("button", { name: "Speichern" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Vertrag nachfassen" }).first().waitFor();

    await visit(page, "/tasks");
    await keepToasts(page);
    const point = item(page, "Vertrag nachfassen").getByRole("checkbox", { name: "Angebot suchen" });
    expect(await tickAtOnce(point)).toBe(true);
    await expect.poll(async () => (await api.task.list({})).data[0]?.checklist[0]?.isDone).toBe(true);
    await item(page, "Vertrag nachfassen").getByRole("button", { name: "„Vertrag nachfassen“ später" }).click();
    await page.getByRole("menuitem", { name: /Nächste Woche/ }).click();
    await page.getByText("Nichts wartet auf dich.").waitFor();
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await item(page, "Vertrag nachfassen").waitFor();
    expect(await tickAtOnce(item(page, "Vertrag nachfassen").getByRole("checkbox", { name: /erledigen$/ }))).toBe(true);
    await page.getByText("Aufgabe erledigt.", { exact: true }).first().waitFor();
  });

  test("show two browsers at once who takes care, and who does no more", async () => {
    const jana = await portal.hire({ name: "Jana Petersen" });
    const timo = await portal.hire({ name: "Timo Brandt" });
    const api = await apiOf(portal, jana);
    await api.task.create({ title: "Zertifikat tauschen", assigneeGroup: "member" });
    await api.task.create({
      title: "Backup prüfen",
      assigneeUserId: timo.id,
      dueOn: "2026-01-02",
      recurrence: "FREQ=MONTHLY",
    });
    const janas = await openBrowser(portal, { person: jana });
    const timos = await openBrowser(portal, { person: timo });
    await Promise.all([visitLive(janas, "/tasks?scope=all"), visitLive(timos, "/tasks?scope=all")]);
    await item(janas, "Zertifikat tauschen")
      .getByRole("button", { name: "Ich kümmere mich um „Zertifikat tauschen“" })
      .click();
    await item(janas, "Zertifikat tauschen").getByText("Du kümmerst dich seit").waitFor();
    await item(timos, "Zertifikat tauschen").getByText("Jana Petersen kümmert sich seit").waitFor();
    await item(janas, "Zertifikat tauschen").getByRole("button", { name: "„Zertifikat tauschen“ freigeben" }).click();
    await item(timos, "Zertifikat tauschen")
      .getByRole("button", { name: /Ich kümmere mich/ })
      .waitFor();
  });

  test("come from a message of a chat, and a question is taken care of", async () => {
    const { janas, timos } = await twoBesideAPage(portal);
    await message(janas, "Gehört das hier rein?").hover();
    await message(janas, "Gehört das hier rein?").getByRole("button", { name: "Mehr zur Nachricht" }).click();
    await janas.getByRole("menuitem", { name: "Aufgabe daraus machen …" }).click();
    const dialog = janas.getByRole("dialog", { name: "Neue Aufgabe" });
    await expect
      .poll(() => dialog.getByRole("textbox", { name: "Aufgabe" }).inputValue())
      .toBe("Gehört das hier rein?");
    await dialog.getByRole("button", { name: "Speichern" }).click();
    await janas.getByText("Aufgabe angelegt.", { exact: true }).waitFor();

    await janas.getByRole("button", { name: "Mehr zum Chat" }).click();
    await janas.getByRole("menuitem", { name: "Als offene Frage markieren" }).click();
    await timos.getByRole("button", { name: /Ich kümmere mich um/ }).click();
    await janas.getByText("Timo Brandt kümmert sich seit").waitFor();
  });
});

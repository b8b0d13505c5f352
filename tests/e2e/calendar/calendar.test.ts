import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeByEscape, openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { keepToasts } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createRecord } from "../../support/records/records.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

/** A month that no test and no clock is in. */
const month = "2031-05";

describe("the calendar", () => {
  test("is a list on a phone, shows a day below the month, and moves what is one's own", async () => {
    const jana = await portal.hire({ name: "Jana Petersen" });
    const api = await apiOf(portal, jana);
    const { id } = await api.deadline.create({ label: "TÜV", dueOn: `${month}-06` });
    await createRecord(api, "domain", { name: "amsel.example", renewsAt: `${month}-06`, renewDecision: "keep" });
    const page = await openBrowser(portal, { person: jana, viewport: phone });
    await visit(page, `/calendar?month=${month}`);
    await page.getByRole("region", { name: "Dienstag, 6. Mai 2031" }).getByText("amsel.example").waitFor();
    await expect.poll(() => page.getByRole("grid").isVisible()).toBe(false);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow).toBe(0);

    await page.getByText("Monat", { exact: true }).click();
    await page.waitForURL(/view=month/);
    await expect.poll(overflow).toBe(0);
    await page.getByRole("gridcell", { name: /^Dienstag, 6\. Mai 2031, 2 Termine/ }).click();
    const day = page.getByRole("region", { name: "Dienstag, 6. Mai 2031" });
    await day.getByText("amsel.example").waitFor();
    await expect.poll(() => day.getByRole("button", { name: /verschieben/ }).count()).toBe(1);
    await keepToasts(page);
    await day.getByRole("button", { name: "„TÜV“ verschieben" }).click();
    const dialog = page.getByRole("dialog", { name: "Verschieben" });
    await dialog.getByRole("textbox", { name: "Neuer Tag" }).fill("07.05.2031");
    await dialog.getByRole("button", { name: "Verschieben" }).click();
    await page.getByRole("gridcell", { name: /^Mittwoch, 7\. Mai 2031, 1 Termin/ }).waitFor();
    await expect.poll(async () => (await api.deadline.get({ id })).dueOn).toBe(`${month}-07`);
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await page.getByRole("gridcell", { name: /^Dienstag, 6\. Mai 2031, 2 Termine/ }).waitFor();
    await expect.poll(async () => (await api.deadline.get({ id })).dueOn).toBe(`${month}-06`);
  });

  test("opens a day by Enter and takes a task that is dragged to another", async () => {
    const jana = await portal.hire({ name: "Jana Petersen" });
    const api = await apiOf(portal, jana);
    const { id } = await api.task.create({
      title: "Rechnung schreiben",
      dueOn: `${month}-20`,
      assigneeUserId: jana.id,
    });
    const page = await openBrowser(portal, { person: jana });
    await visit(page, `/calendar?month=${month}&lanes=tasks`);
    const from = page.getByRole("gridcell", { name: /^Dienstag, 20\. Mai 2031/ });
    await from.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Dienstag, 20. Mai 2031" });
    await dialog.getByRole("link", { name: /Rechnung schreiben/ }).waitFor();
    await closeByEscape(dialog);

    const chip = from.locator("[data-movable]");
    await chip.hover();
    await page.locator('[data-movable][draggable="true"]').first().waitFor();
    await chip.dragTo(page.getByRole("gridcell", { name: /^Freitag, 23\. Mai 2031/ }));
    await page.getByRole("gridcell", { name: "Freitag, 23. Mai 2031, 1 Termin" }).waitFor();
    await expect.poll(async () => (await api.task.get({ id })).dueOn).toBe(`${month}-23`);
  });
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, visit } from "../../support/browser/browser.ts";
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

const own = (page: Page) => page.getByRole("list", { name: "Eigene Termine" });

test("a date of one's own is made from the palette, assigned, done and undone, live for others and kept in the history", async () => {
  const jana = await portal.hire({ name: "Jana Petersen" });
  const timo = await portal.hire({ name: "Timo Brandt" });
  const { id } = await createRecord(await apiOf(portal, jana), "customer", { name: "Weingut Amsel" });
  const page = await openBrowser(portal, { person: jana });
  const timos = await openBrowser(portal, { person: timo });
  await Promise.all([visitLive(page, `/customers/${id}/deadlines`), visitLive(timos, `/customers/${id}/deadlines`)]);
  await page.getByText("Hier steht kein Termin an.").waitFor();

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("Termin");
  await page.getByRole("option", { name: /Fristen und Termine/ }).waitFor();
  await page.getByRole("option", { name: /Eigener Termin/ }).click();
  const dialog = page.getByRole("dialog", { name: "Eigener Termin" });
  await dialog.getByText("Zu „Weingut Amsel“").waitFor();
  await dialog.getByRole("button", { name: "Speichern" }).click();
  await dialog.getByText("Pflichtfeld.").waitFor();
  await dialog.getByRole("textbox", { name: "Termin" }).fill("Angebot nachfassen");
  await dialog.getByRole("textbox", { name: "Datum" }).fill("31.05.2099");
  await dialog.getByRole("textbox", { name: "Erinnern" }).fill("bald");
  await dialog.getByRole("button", { name: "Speichern" }).click();
  await dialog.locator("[aria-invalid=true]").waitFor();
  await dialog.getByRole("textbox", { name: "Erinnern" }).fill("14, 7");
  await dialog.getByRole("button", { name: "Speichern" }).click();
  await dialog.waitFor({ state: "detached" });
  await own(page).getByText("Erinnerung 14, 7 Tage vorher").waitFor();

  await page.getByRole("button", { name: /^Mehr zu „Angebot nachfassen/ }).click();
  await page.getByRole("menuitem", { name: "Zuweisen …" }).click();
  const assign = page.getByRole("dialog", { name: "Frist zuweisen" });
  await assign.getByRole("combobox", { name: "Zuständig" }).fill("Timo");
  await page.getByRole("option", { name: /Timo Brandt/ }).click();
  await assign.getByRole("button", { name: "Zuweisen", exact: true }).click();
  await own(timos).getByText("zuständig: Timo Brandt").waitFor();

  await keepToasts(page);
  await own(page)
    .getByRole("button", { name: /erledigen$/ })
    .click();
  await timos.getByText("Frühere Termine").waitFor();
  await timos.getByText("Frühere Termine").click();
  await timos.getByText(/erledigt am .* von Jana Petersen/).waitFor();
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await own(timos).getByText("Angebot nachfassen").waitFor();

  await visit(page, `/customers/${id}/history`);
  const history = () => page.getByRole("main").innerText();
  for (const words of ["angelegt", "neu zugewiesen", "erledigt", "wieder geöffnet"])
    await expect
      .poll(history)
      .toMatch(new RegExp(`Jana Petersen hat (den Termin|die Frist) „Angebot nachfassen“ ${words}`));
});

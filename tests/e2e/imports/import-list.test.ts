import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
let jana: Person;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  jana = await portal.hire({ name: "Jana Petersen", role: "maintainer" });
});
afterAll(() => portal.stop());

const lines = (...names: string[]) => Buffer.from(`Firma\n${names.join("\n")}\n`);

test("on a phone a list leads to the import, and the import to the list of what it has read in", async () => {
  const page = await openBrowser(portal, { person: jana, viewport: phone });
  const importFile = async (buffer: Buffer, count: number) => {
    await page.getByLabel("Datei auswählen").setInputFiles({ name: "firmen.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: `${count} Zeilen prüfen` }).click();
    await page.getByRole("button", { name: `${count} Zeilen übernehmen` }).click();
    await page.getByRole("heading", { name: "Import abgeschlossen." }).waitFor();
  };
  await visit(page, "/import?type=customer");
  await importFile(lines("Altbestand", "Kastanie"), 2);

  await visit(page, "/customers");
  await page.getByRole("button", { name: "Mehr zu Kunden" }).click();
  await page.getByRole("menuitem", { name: "Als CSV" }).waitFor();
  await page.getByRole("menuitem", { name: "Liste importieren" }).click();
  await importFile(lines("Amsel", "Böhm"), 2);

  await page.getByRole("link", { name: "Alle 2 eingelesenen anzeigen" }).click();
  await page.getByRole("link", { name: "Amsel" }).waitFor();
  await page.getByRole("link", { name: "Böhm" }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Altbestand" }).count()).toBe(0);
  await page.getByRole("button", { name: /Filter „Import vom .+“ entfernen/ }).click();
  await page.getByRole("link", { name: "Altbestand" }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("");
});

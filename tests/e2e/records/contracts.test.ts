import { afterAll, beforeAll, expect, test } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { aPdf } from "../../support/browser/pictures.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createRecord } from "../../support/records/records.ts";

let portal: TestPortal;
let jana: Person;
let api: Api;
let contractId: string;

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  jana = await portal.hire({ name: "Jana Petersen", role: "maintainer" });
  api = await apiOf(portal, jana);
  const { id: customerId } = await createRecord(api, "customer", { name: "Weingut Amsel" });
  contractId = (await createRecord(api, "contract", { customerId, title: "Wartung Amsel", number: "V-1" })).id;
  await createRecord(api, "host", { customerId, name: "web-amsel" });
});
afterAll(() => portal.stop());

test("contracts are found beside the customers, and take up what nothing covers yet", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/customers");
  await page.getByRole("navigation", { name: "Kunden und Verträge" }).getByRole("link", { name: "Verträge" }).click();
  await page.getByRole("heading", { name: /^Verträge/, level: 1 }).waitFor();
  const here = page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link", { name: "Kunden" });
  await expect.poll(() => here.getAttribute("aria-current")).toBe("page");
  await page.getByRole("main").getByRole("link", { name: "Wartung Amsel" }).click();
  await page.getByRole("heading", { name: "Wartung Amsel", level: 1 }).waitFor();
  await page.getByRole("navigation", { name: "Wartung Amsel" }).getByRole("link", { name: "Positionen" }).click();
  await page.getByRole("button", { name: "Aufnehmen web-amsel" }).click();
  const dialog = page.getByRole("dialog", { name: "Position hinzufügen" });
  await dialog.getByRole("button", { name: "Vertragsposition anlegen" }).click();
  await dialog.waitFor({ state: "detached" });
  await page
    .getByRole("table", { name: /^Positionen/ })
    .getByRole("link", { name: "web-amsel" })
    .waitFor();
  await page.getByText("Alles, was der Kunde hat, steht in einem Vertrag.").waitFor();
});

test("the palette finds contracts by v:", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog").getByRole("combobox").fill("v: amsel");
  await page.getByRole("option", { name: /Wartung Amsel/ }).click();
  await page.waitForURL(`**/contracts/${contractId}`);
});

test("on a phone a signed document stays, and a new version takes its place", async () => {
  const page = await openBrowser(portal, { person: jana, viewport: phone });
  await visit(page, `/contracts/${contractId}/files`);
  const pdf = (name: string) => ({ name, mimeType: "application/pdf", buffer: aPdf });
  await page.getByLabel("Dateien auswählen", { exact: true }).setInputFiles(pdf("Vertrag.pdf"));
  await page.getByRole("button", { name: "Mehr zu Vertrag.pdf" }).click();
  await page.getByRole("menuitem", { name: "Als unterschrieben festhalten …" }).click();
  await page.getByRole("button", { name: "Festhalten" }).click();
  await page.getByText(/^Unterschrieben/).waitFor();
  await page.getByRole("button", { name: "Mehr zu Vertrag.pdf" }).click();
  await expect.poll(() => page.getByRole("menuitem").allTextContents()).toEqual(["Neue Fassung …"]);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("menuitem", { name: "Neue Fassung …" }).click();
  await (await chooser).setFiles(pdf("Nachtrag.pdf"));
  await page.getByText("Fassung 2").waitFor();
  await page.getByText("Frühere Fassung", { exact: true }).click();
  await page.getByRole("list", { name: "Frühere Fassungen von Nachtrag.pdf" }).getByText("Vertrag.pdf").waitFor();
});

import { afterAll, beforeAll, expect, test } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { findBarriers } from "../../support/browser/axe.ts";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { toast } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";

let portal: TestPortal;
let admin: Person;
let api: Api;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  admin = await portal.hire({ name: "Maren Ahlers", role: "admin" });
  api = await apiOf(portal, admin);
});
afterAll(() => portal.stop());

const askPlan = (token: string) =>
  fetch(`${portal.url}/api/agent/plan`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({}),
  });

test("a vantage point is made, chosen for a website, renamed, and ends with its token", async () => {
  const page = await openBrowser(portal, { person: admin });
  await visit(page, "/settings");
  await page.getByRole("link", { name: /Messpunkte/ }).click();
  await page.getByText("Noch kein Messpunkt. Das Portal prüft alles selbst.").waitFor();
  await page.getByRole("button", { name: "Messpunkt anlegen" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Anlegen", exact: true }).click();
  await dialog.getByText("Pflichtfeld.").waitFor();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Helsinki");
  await dialog.getByRole("button", { name: "Anlegen", exact: true }).click();
  const token = await dialog.getByRole("textbox", { name: "Token", exact: true }).inputValue();
  expect(token).toMatch(/^mtca_/);
  await dialog.getByText(`AGENT_TOKEN=${token}`).waitFor();
  expect((await askPlan(token)).status).not.toBe(401);
  await dialog.getByRole("button", { name: "Eingetragen" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Helsinki" });
  await row.getByText("Noch nie gemeldet", { exact: true }).waitFor();
  expect(await page.getByText(token).count()).toBe(0);
  expect(await findBarriers(page, "/settings/vantage-points")).toEqual([]);

  const { id } = await api.website.create({ body: { url: "https://amsel.de/", name: "Amsel", lifecycle: "live" } });
  await visit(page, `/websites/${id}/availability`);
  await page.getByRole("button", { name: "Mehr zu Amsel" }).click();
  await page.getByRole("menuitem", { name: "Überwachung einstellen …" }).click();
  await page
    .getByRole("dialog")
    .getByRole("checkbox", { name: /^Helsinki/ })
    .check();
  await page.getByRole("dialog").getByRole("combobox", { name: "Gilt als offline" }).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Speichern" }).click();
  await toast(page, "Gespeichert.").waitFor();
  const sightings = page.getByRole("list", { name: "Website je Messpunkt" });
  await sightings.getByText("Helsinki").waitFor();
  expect((await api.check.settings({ type: "website", id })).config.points).toHaveLength(2);

  await visit(page, "/settings/vantage-points");
  await page.getByRole("button", { name: "Messpunkt „Helsinki“ umbenennen" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Turku");
  await dialog.getByRole("button", { name: "Speichern" }).click();
  await toast(page, "Messpunkt umbenannt.").waitFor();
  await page.getByRole("button", { name: "Token von „Turku“ widerrufen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Widerrufen" }).click();
  await page.getByText("Token widerrufen", { exact: true }).first().waitFor();
  expect((await askPlan(token)).status).toBe(401);
  await page.getByRole("button", { name: "Messpunkt „Turku“ löschen" }).click();
  await page.getByRole("alertdialog").getByText("Von hier aus läuft 1 Prüfung.").waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Löschen" }).click();
  await page.getByText("Noch kein Messpunkt. Das Portal prüft alles selbst.").waitFor();
});

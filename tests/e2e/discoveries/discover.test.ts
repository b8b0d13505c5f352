import { afterAll, beforeAll, expect, test } from "vitest";
import { askReservedNames } from "../../../server/features/checks/reserved-names.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { isAlive, openBrowser, phone, visit } from "../../support/browser/browser.ts";
import {
  imprintPage,
  openSiteInternet,
  type SiteInternet,
  startPage,
} from "../../support/discoveries/site-internet.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let internet: SiteInternet;
let portal: TestPortal;
let jana: Person;
beforeAll(async () => {
  internet = await openSiteInternet();
  portal = await startTestPortal({ pages: "built", detourOf: internet.detourOf });
  askReservedNames(true);
  jana = await portal.hire({ name: "Jana Petersen" });
});
afterAll(async () => {
  await portal.stop();
  await internet.close();
  askReservedNames(false);
});

const names = Array.from({ length: 20 }, (_, at) => `betrieb-${at + 1}.example`);

test("from 20 pasted addresses to websites with customers, also after a reload and on a phone", async () => {
  const isShown = Promise.withResolvers<void>();
  for (const [at, name] of names.entries())
    internet.sites.set(name, {
      pages: {
        // The last one keeps the table filling until the page has shown the others.
        "/":
          at < 19 ? startPage(name) : (_, response) => void isShown.promise.then(() => response.writeHead(404).end()),
        "/impressum": imprintPage(`Betrieb ${at + 1} GmbH`, { street: `Hauptstraße ${at + 1}` }),
      },
    });
  const page = await openBrowser(portal, { person: jana, viewport: phone });
  await visit(page, "/websites");
  await page.getByLabel("Adresse").fill(names[0] ?? "");
  await page.getByRole("button", { name: "Prüfen und anlegen" }).click();
  await page.getByRole("heading", { name: "Ergebnis der Prüfung" }).waitFor();
  await page.getByText("Neuer Kunde, laut Impressum").waitFor();

  await visit(page, "/");
  await page.getByRole("link", { name: "Websites aus Adressen" }).click();
  await page.getByLabel("Adressen").fill(names.join("\n"));
  await page.getByText("20 Adressen").waitFor();
  await page.getByRole("button", { name: "Prüfen und anlegen" }).click();
  await page.getByText("Betrieb 19 GmbH").first().waitFor();
  await page.getByText(/^19 von 20\./).waitFor();
  isShown.resolve();
  await page.getByRole("heading", { name: "Ergebnis der Prüfung" }).waitFor();

  const open = () => page.getByRole("button", { name: /^(?:betrieb-2\.example|Zweiter Betrieb): Ergebnisse/ }).click();
  await open();
  await page.getByLabel("Name der Website").fill("Zweiter Betrieb");
  // Whether its error came or too late: it is no site to create.
  expect(await page.getByRole("checkbox", { name: "betrieb-20.example anlegen" }).isChecked()).toBe(false);
  await page.reload();
  await isAlive(page);
  await page.getByRole("button", { name: "19 Websites anlegen" }).click();
  await page.getByRole("link", { name: "betrieb-19.example" }).waitFor();
  await page.getByRole("link", { name: "Zweiter Betrieb" }).click();
  await page.getByRole("heading", { name: "Zweiter Betrieb" }).waitFor();
  await page.getByText("Betrieb 2 GmbH").first().waitFor();
  await page.getByRole("link", { name: "Verfügbarkeit" }).waitFor();
  const { db } = portal.portal.services;
  expect(await db.selectFrom("websites").select("id").execute()).toHaveLength(19);
  expect(await db.selectFrom("customers").select("id").execute()).toHaveLength(19);
  // The checker of the demo sees what comes of it (tests/contract/checks/demo.test.ts).
  for (const kind of ["http", "tls"] as const)
    expect(await db.selectFrom("checks").select("id").where("kind", "=", kind).execute()).toHaveLength(19);
});

import type { Page } from "playwright-core";
import type { Scene } from "./studio.ts";

const phoneWidth = 390;

async function openDashboard(page: Page): Promise<void> {
  await page.goto("/", { waitUntil: "networkidle" });
}

async function openPanel(page: Page): Promise<void> {
  await page
    .getByRole("navigation", { name: "Hauptnavigation" })
    .getByRole("button", { name: /^Benachrichtigungen/ })
    .click();
  await page.getByRole("dialog", { name: "Benachrichtigungen" }).waitFor();
}

async function openPalette(page: Page): Promise<void> {
  await openDashboard(page);
  await page.keyboard.press("Control+K");
  await page.getByPlaceholder("Search...").waitFor();
}

export const shellScenes = {
  dashboard: { as: "admin", pose: openDashboard },
  "dashboard-all": {
    as: "admin",
    async pose(page) {
      await page.goto("/?due=all", { waitUntil: "networkidle" });
      await page.getByRole("heading", { name: "Nächste Verlängerungen" }).scrollIntoViewIfNeeded();
    },
  },
  "dashboard-below": {
    as: "colleague",
    async pose(page) {
      await openDashboard(page);
      await page.getByRole("heading", { name: "Team online" }).scrollIntoViewIfNeeded();
    },
  },
  "dashboard-empty": { as: "newcomer", pose: openDashboard },
  "not-found": {
    as: "admin",
    async pose(page) {
      await page.goto("/websites/gibt-es-nicht", { waitUntil: "networkidle" });
    },
  },
  panel: {
    as: "admin",
    async pose(page) {
      await openDashboard(page);
      await openPanel(page);
      await page.getByRole("dialog").getByRole("listitem").first().waitFor();
    },
  },
  "panel-loading": {
    as: "admin",
    async pose(page) {
      await openDashboard(page);
      await page.route("**/api/trpc/notification.list**", () => undefined);
      await openPanel(page);
    },
  },
  "panel-empty": {
    as: "colleague",
    async pose(page) {
      await openDashboard(page);
      await openPanel(page);
      await page.getByRole("dialog").getByRole("button", { name: /lösch/i }).click();
      await page.getByText("Keine Benachrichtigungen vorhanden").waitFor();
    },
  },
  "panel-error": {
    as: "admin",
    async pose(page) {
      await openDashboard(page);
      await page.route("**/api/trpc/notification.list**", (route) => route.abort());
      await openPanel(page);
      await page.getByText("Error", { exact: true }).waitFor();
    },
  },
  palette: { as: "admin", pose: openPalette },
  "palette-results": {
    as: "admin",
    async pose(page) {
      await openPalette(page);
      await page.keyboard.type("amsel");
      await page
        .getByRole("option", { name: /Weingut Amsel/ })
        .first()
        .waitFor();
    },
  },
  "palette-domain": {
    as: "admin",
    async pose(page) {
      await openPalette(page);
      await page.keyboard.type("https://neu-in-elmstedt.example");
      await page
        .getByRole("option", { name: /anlegen/ })
        .first()
        .waitFor();
    },
  },
  "palette-no-hits": {
    as: "admin",
    async pose(page) {
      await openPalette(page);
      await page.keyboard.type("xyzzy");
      await page.getByText("Nothing found...").waitFor();
    },
  },
  "avatar-menu": {
    as: "admin",
    width: 1440,
    async pose(page) {
      await openDashboard(page);
      await page.getByRole("button", { name: /Konto von/ }).click();
      await page.getByRole("menuitem", { name: "Abmelden" }).waitFor();
    },
  },
  more: {
    as: "admin",
    width: phoneWidth,
    async pose(page) {
      await openDashboard(page);
      await page.getByRole("button", { name: "Mehr" }).click();
      await page.getByRole("dialog", { name: "Mehr" }).waitFor();
    },
  },
  skeleton: {
    as: "admin",
    async pose(page) {
      await openDashboard(page);
      // Without content the browser stays where it is, as it does until the next page answers.
      await page.route("**/auth/signin**", (route) => route.fulfill({ status: 204 }));
      await page.context().clearCookies();
      await page.evaluate(() => window.dispatchEvent(new Event("focus")));
      await page.getByText("Wird geladen …").first().waitFor({ state: "attached" });
    },
  },
} satisfies Record<string, Scene>;

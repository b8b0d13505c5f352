import type { Page } from "playwright-core";
import type { Scene } from "./studio.ts";

const phoneWidth = 390;
const deskWidth = 1440;

const list = (path: string, then?: (page: Page) => Promise<void>): Scene => ({
  as: "admin",
  async pose(page) {
    await page.goto(path, { waitUntil: "networkidle" });
    await then?.(page);
  },
});

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

/** Ticks the first rows of a table. */
async function tick(page: Page, rows: number): Promise<void> {
  for (let row = 0; row < rows; row += 1)
    await page
      .getByRole("checkbox", { name: /auswählen$/ })
      .nth(row + 1)
      .check();
  await page
    .getByRole("region", { name: "Auswahl" })
    .or(page.getByRole("toolbar", { name: "Auswahl" }))
    .waitFor();
}

const desk = (scene: Scene): Scene => ({ ...scene, width: deskWidth });

export const listScenes = {
  websites: list("/websites"),
  "websites-tiles": list("/websites?layout=tiles"),
  domains: list("/domains"),
  hosts: list("/hosts"),
  customers: list("/customers"),
  devices: list("/devices"),
  "list-filtered": list("/domains?view=due&f[autoRenew]=true&f[renewsAt]=between:..%2B60d"),
  "list-filter-menu": desk(list("/websites", (page) => press(page, "Filter"))),
  "list-columns": desk(list("/websites", (page) => press(page, "Spalten und Dichte"))),
  "list-views": desk(list("/domains", (page) => press(page, /^Ansicht:/))),
  "list-sheet": {
    ...list("/websites", (page) => press(page, "Ansicht und Sortierung")),
    width: phoneWidth,
  },
  "list-bulk": desk(list("/websites", (page) => tick(page, 3))),
  "list-bulk-edit": desk(
    list("/websites", async (page) => {
      await tick(page, 3);
      await press(page, "Bearbeiten");
      await page.getByRole("dialog").waitFor();
    }),
  ),
  "list-quick-fill": desk(
    list("/websites?f[customerId]=missing", async (page) => {
      await press(page, /^Kunde von .* fehlt: ergänzen$/);
      await page.getByRole("combobox", { name: /Kunde/ }).last().waitFor();
    }),
  ),
  "list-no-hits": list("/websites?q=gibtesnicht"),
  "list-error": {
    as: "admin",
    async pose(page) {
      await page.goto("/websites", { waitUntil: "networkidle" });
      await page.route("**/api/trpc/website.list**", (route) => route.abort());
      await page.getByRole("searchbox").first().fill("amsel");
      await page.getByText("Die Liste konnte nicht geladen werden.").waitFor();
    },
  },
  "list-empty": {
    as: "newcomer",
    async pose(page) {
      await page.goto("/websites", { waitUntil: "networkidle" });
    },
  },
  "settings-lists": list("/settings/lists"),
  "settings-lists-tags": list("/settings/lists?list=tags"),
} satisfies Record<string, Scene>;

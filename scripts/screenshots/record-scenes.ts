import type { Page } from "playwright-core";
import type { MainType } from "../../contract/records/record-types.ts";
import type { Portal } from "../../server/portal/portal.ts";
import type { Scene, Stage } from "./studio.ts";

/** The URL of the sample agency's record of this name. */
async function pathOf({ services: { db } }: Portal, type: MainType, title: string): Promise<string> {
  const { id } = await db
    .selectFrom(`${type}s`)
    .select("id")
    .where("title", "=", title)
    .orderBy("id")
    .limit(1)
    .executeTakeFirstOrThrow();
  return `/${type}s/${id}`;
}

/** A device that somebody has and is to bring back. */
const lentDevice = (tab = ""): Scene => ({
  as: "admin",
  async pose(page, { portal }) {
    const { id } = await portal.services.db
      .selectFrom("devices")
      .select("id")
      .where("expectedReturnAt", "is not", null)
      .orderBy("assetTag")
      .limit(1)
      .executeTakeFirstOrThrow();
    await page.goto(`/devices/${id}${tab}`, { waitUntil: "networkidle" });
  },
});

const record = (type: MainType, title: string, tab = "", then?: (page: Page) => Promise<void>): Scene => ({
  as: "admin",
  async pose(page, { portal }) {
    await page.goto((await pathOf(portal, type, title)) + tab, { waitUntil: "networkidle" });
    await then?.(page);
  },
});

const form = (path: string, then?: (page: Page) => Promise<void>): Scene => ({
  as: "admin",
  async pose(page) {
    await page.goto(path, { waitUntil: "networkidle" });
    await then?.(page);
  },
});

/** Somebody else saves the same field while the form is open. */
async function collide(page: Page, { portal, api }: Stage): Promise<void> {
  const path = await pathOf(portal, "website", "Tischlerei Holm");
  await page.goto(`${path}/edit`, { waitUntil: "networkidle" });
  await page.getByLabel(/^System/).fill("Contao");
  const other = await api();
  const params = { id: path.split("/").at(-1) ?? "" };
  const { version } = await other.website.get(params);
  await other.website.update({ params, body: { cms: "TYPO3", phpVersion: "8.4" }, version });
  await page.getByRole("button", { name: "Speichern" }).click();
  await page.getByRole("button", { name: "Vergleichen" }).click();
  await page.getByRole("dialog", { name: "Änderungen vergleichen" }).waitFor();
}

export const recordScenes = {
  website: record("website", "Weingut Amsel"),
  domain: record("domain", "weingut-amsel.example"),
  host: record("host", "web16"),
  customer: record("customer", "Weingut Amsel"),
  device: lentDevice(),
  "customer-contacts": record("customer", "Weingut Amsel", "/contacts"),
  "customer-contracts": record("customer", "Weingut Amsel", "/contracts"),
  "domain-holder": record("domain", "weingut-amsel.example", "/holder"),
  "domain-costs": record("domain", "weingut-amsel.example", "/costs"),
  "host-contract": record("host", "web16", "/contract"),
  "host-websites": record("host", "web16", "/websites"),
  "device-movements": lentDevice("/movements"),
  "record-files": record("website", "Weingut Amsel", "/files"),
  "record-history": record("customer", "Weingut Amsel", "/history"),
  "website-form": form("/websites/new"),
  "domain-form": form("/domains/new"),
  "customer-form": form("/customers/new"),
  "device-form": form("/devices/new"),
  "form-invalid": form("/customers/new", async (page) => {
    await page.getByLabel(/^E-Mail/).fill("info@");
    await page.getByRole("button", { name: "Kunde anlegen" }).click();
    await page.getByText("Keine gültige E-Mail-Adresse").first().waitFor();
  }),
  "website-edit": record("website", "Weingut Amsel", "/edit"),
  "conflict-compare": { as: "admin", pose: collide },
} satisfies Record<string, Scene>;

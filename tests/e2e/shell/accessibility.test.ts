import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressOf, createSampleAgency } from "../../../server/sample/agency.ts";
import { samplePeople } from "../../../server/sample/people.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { findBarriers } from "../../support/browser/axe.ts";
import { type BrowserOptions, closeByEscape, openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { toast } from "../../support/browser/toast.ts";
import { notify } from "../../support/notify.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
let empty: TestPortal;
/** With the sample agency in it. */
let agency: TestPortal;
let admin: Person;
let jana: { id: string };

beforeAll(async () => {
  portal = await startTestPortal({
    pages: "built",
    env: { ADMIN_EMAIL: "admin@agentur.example", ADMIN_PASSWORD: "ein sehr langes Passwort" },
  });
  empty = await startTestPortal({ pages: "built" });
  admin = await portal.hire({ name: "Maren Ahlers", role: "admin" });
  for (const name of ["Jana Petersen", "Timo Brandt"]) await portal.hire({ name });
  const [first] = samplePeople;
  if (!first) throw new Error("the sample agency has nobody");
  const env = {
    ADMIN_EMAIL: addressOf(first),
    ADMIN_NAME: first.name,
    ADMIN_PASSWORD: "ein sehr langes Passwort",
  };
  agency = await startTestPortal({ pages: "built", env });
  const { services } = agency.portal;
  const account = await services.db.selectFrom("users").select(["id", "email"]).executeTakeFirstOrThrow();
  await createSampleAgency(services, account);
  jana = account;
});
afterAll(async () => {
  await portal.stop();
  await empty.stop();
  await agency.stop();
});

/** The address of the first record by title, of those with the most to show. */
async function firstOf(type: "website" | "domain" | "host" | "customer" | "device"): Promise<string> {
  const { id } = await agency.portal.services.db
    .selectFrom(`${type}s`)
    .select("id")
    .orderBy("sortTitle")
    .limit(1)
    .executeTakeFirstOrThrow();
  return `/${type}s/${id}`;
}

describe.each([1440, 390])("at %i px, everyone can read and use", (width) => {
  const isPhone = width === 390;
  const looks: BrowserOptions = {
    theme: isPhone ? "dark" : "light",
    viewport: isPhone ? phone : undefined,
    reducedMotion: true,
  };
  const signedIn = () => openBrowser(portal, { ...looks, person: admin, expected: [/^404 GET .*gibt-es-nicht/] });

  test("the pages before the sign-in", async () => {
    const page = await openBrowser(portal, looks);
    await visit(page, "/auth/signin");
    expect(await findBarriers(page, "/auth/signin")).toEqual([]);
    await page.goto("/bot");
    expect(await findBarriers(page, "/bot")).toEqual([]);
    const first = await openBrowser(empty, looks);
    await visit(first, "/auth/setup");
    expect(await findBarriers(first, "/auth/setup")).toEqual([]);
  });

  test("every page of the shell", async () => {
    const page = await signedIn();
    const own = `/users/${admin.id}`;
    const account = [own, `${own}/security`, `${own}/notifications`, `${own}/appearance`];
    for (const path of [
      "/",
      "/websites",
      "/settings",
      "/settings/users",
      "/settings/live",
      ...account,
      "/gibt-es-nicht",
    ]) {
      await visit(page, path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await findBarriers(page, path)).toEqual([]);
    }
  });

  test("what floats above it: panel, palette, menu, dialog and toast", async () => {
    await notify(portal, admin);
    const page = await signedIn();
    await visit(page, "/");
    await page.getByRole("heading", { name: /auf dich/ }).waitFor();
    await page.getByRole("button", { name: isPhone ? /^Benachrichtigungen/ : /^Benachrichtigungen, / }).click();
    const panel = page.getByRole("dialog", { name: "Benachrichtigungen" });
    await panel.getByRole("listitem").first().waitFor();
    expect(await findBarriers(page, "panel")).toEqual([]);
    await closeByEscape(panel);

    await page.keyboard.press("Control+k");
    await page.getByRole("option").first().waitFor();
    expect(await findBarriers(page, "palette")).toEqual([]);
    await closeByEscape(page.getByRole("dialog"));

    if (isPhone) await page.getByRole("button", { name: "Mehr" }).click();
    else await page.getByRole("button", { name: /^Konto von/ }).click();
    await page.getByRole(isPhone ? "dialog" : "menu").waitFor();
    expect(await findBarriers(page, "menu")).toEqual([]);

    await visit(page, "/settings/users");
    await page.getByRole("button", { name: "Einladen" }).click();
    await page.getByRole("dialog", { name: "Jemanden einladen" }).waitFor();
    expect(await findBarriers(page, "dialog")).toEqual([]);

    await visitLive(page, "/");
    await page.getByRole("main").getByRole("link", { name: "Maren Ahlers" }).waitFor();
    await portal.portal.services.live.publish([
      { event: "userLogin", payload: { user: { id: "timo", name: "Timo Brandt" } }, toUserId: admin.id },
    ]);
    await toast(page, "Timo Brandt hat sich angemeldet.").waitFor();
    expect(await findBarriers(page, "toast")).toEqual([]);
  });

  test("lists, records and their forms, imports and the lists to choose from", async () => {
    const page = await openBrowser(agency, { ...looks, person: jana });
    const customer = await firstOf("customer");
    const domain = await firstOf("domain");
    const host = await firstOf("host");
    const device = await firstOf("device");
    const website = await firstOf("website");
    for (const path of [
      "/",
      "/?due=all",
      "/websites",
      "/websites?layout=tiles",
      "/websites?q=gibtesnicht",
      "/domains?view=due",
      "/hosts",
      "/customers",
      "/devices",
      website,
      `${website}/files`,
      `${website}/edit`,
      domain,
      `${domain}/holder`,
      `${domain}/costs`,
      host,
      `${host}/contract`,
      customer,
      `${customer}/contacts`,
      `${customer}/contracts`,
      `${customer}/history`,
      device,
      `${device}/movements`,
      "/customers/new",
      "/devices/new",
      "/import?type=customer",
      "/settings/lists",
      "/settings/lists?list=tags",
    ]) {
      await visit(page, path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await findBarriers(page, path)).toEqual([]);
    }
  }, 900_000);

  test("what floats above a list: filter, views, selection and what is filled in place", async () => {
    const page = await openBrowser(agency, { ...looks, person: jana });
    await visit(page, "/websites?f[customerId]=missing");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("textbox", { name: "Feld suchen" }).waitFor();
    expect(await findBarriers(page, "filter")).toEqual([]);
    await closeByEscape(page.getByRole("dialog"));
    const views = page.getByRole("button", { name: isPhone ? "Ansicht und Sortierung" : /^Ansicht:/ });
    await views.click();
    if (isPhone) {
      await page.getByRole("button", { name: "Auswählen" }).waitFor();
      expect(await findBarriers(page, "views")).toEqual([]);
      return;
    }
    const menu = page.getByRole("menu");
    await menu.waitFor();
    expect(await findBarriers(page, "views")).toEqual([]);
    await closeByEscape(menu);
    await page.getByRole("button", { name: "Spalten und Dichte" }).click();
    const columns = page.getByRole("dialog", { name: "Spalten und Dichte" });
    await columns.waitFor();
    expect(await findBarriers(page, "columns")).toEqual([]);
    await closeByEscape(columns);
    await page
      .getByRole("button", { name: /^Kunde von .* fehlt: ergänzen$/ })
      .first()
      .click();
    await page.getByRole("combobox", { name: /Kunde/ }).waitFor();
    expect(await findBarriers(page, "quick fill")).toEqual([]);
    await closeByEscape(page.getByRole("dialog"));
    await page.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).check();
    await page.getByRole("button", { name: "Bearbeiten" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await findBarriers(page, "bulk edit")).toEqual([]);
  });
});

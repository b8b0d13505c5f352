import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { expectNoise, isAlive, openBrowser, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createRecord } from "../../support/records/records.ts";

let portal: TestPortal;
let timo: Person;
let api: Api;
let amsel: { id: string };

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  timo = await portal.hire({ name: "Timo Brandt", role: "admin" });
  api = await apiOf(portal, timo);
  amsel = await createRecord(api, "customer", { name: "Weingut Amsel", number: "K-00042" });
  await createRecord(api, "website", {
    name: "Kundenportal Müller",
    url: "https://www.mueller-portal.example",
    customerId: amsel.id,
  });
  await createRecord(api, "host", { name: "web03", ips: ["192.0.2.10"], hostname: "web03.hoster.example" });
});
afterAll(() => portal.stop());

const palette = (page: Page) => page.getByRole("dialog", { name: "Suche" });
const field = (page: Page) => palette(page).getByRole("combobox");
const option = (page: Page, text: string) => palette(page).getByRole("option").filter({ hasText: text });
const group = (page: Page, name: string) => palette(page).getByRole("group", { name });

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  // What is typed before the field has the focus goes nowhere.
  await field(page).and(page.locator(":focus")).waitFor();
}

async function open(path = "/", person = timo): Promise<Page> {
  const page = await openBrowser(portal, { person });
  await visit(page, path);
  await openPalette(page);
  return page;
}

test("a record is found with the keyboard alone, and stands among the recent ones from then on", async () => {
  const page = await open();
  const isRemembered = page.waitForResponse(/\/api\/trpc\/[^?]*recent\.touch/);
  await page.keyboard.type("kundenportal");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Kundenportal Müller" }).waitFor();
  await palette(page).waitFor({ state: "detached" });
  // Whoever leaves the page takes with them what it has not said yet.
  await isRemembered;

  await visit(page, "/");
  await openPalette(page);
  await group(page, "Zuletzt geöffnet").getByRole("option").filter({ hasText: "Kundenportal Müller" }).waitFor();
});

test("a letter before a colon leads to one kind alone, an address to the host that has it", async () => {
  const page = await open();
  await page.keyboard.type("k: amsel");
  await option(page, "Weingut Amsel").waitFor();
  await expect.poll(() => palette(page).getByRole("group").count()).toBe(2);
  await field(page).fill("192.0.2.10");
  await group(page, "Hoster").getByRole("option").filter({ hasText: "web03" }).waitFor();
  await option(page, "Wer liegt auf dieser IP?").click();
  await page.getByRole("heading", { level: 1, name: "Hoster" }).waitFor();
  expect(new URL(page.url()).searchParams.get("f[ips]")).toBe("equals:192.0.2.10");
  await page.getByRole("link", { name: "web03" }).first().waitFor();
});

test("an address that nobody keeps leads to where the rest of it is found out", async () => {
  const page = await open();
  await page.keyboard.type("https://ganz-neu.example/shop");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${portal.url}/discover?**`);
  await isAlive(page);
  const urls = page.getByLabel("Adressen");
  await expect.poll(() => urls.inputValue()).toBe("https://ganz-neu.example/shop");
});

test("on the page of a record the palette offers what can be done with it", async () => {
  const page = await open(`/customers/${amsel.id}`);
  const offered = group(page, "Dieser Eintrag").getByRole("option");
  await expect.poll(() => offered.count()).toBe(5);
  await page.keyboard.type("bearb");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${portal.url}/customers/${amsel.id}/edit`);
});

test("a search that does not get through says so, keeps what needs no server, and works again", async () => {
  const page = await open();
  expectNoise(page, /search\.find|chat\.list|task\.list|deadline\.list/, /net::ERR_FAILED/);
  await page.route("**/api/trpc/search.find**", (route) => route.abort("failed"));
  // At once, so that no search of the first letters fails before and hands its place to one that gets through.
  await field(page).fill("kunde");
  await palette(page).getByRole("alert").filter({ hasText: "Suche nicht erreichbar" }).waitFor();
  await option(page, "Neuer Kunde").waitFor();
  await page.unroute("**/api/trpc/search.find**");
  await palette(page).getByRole("button", { name: "Erneut versuchen" }).click();
  await option(page, "Kundenportal Müller").waitFor();
  await palette(page).getByRole("alert").waitFor({ state: "detached" });
});

test("who may not see holders does not find a domain by its holder", async () => {
  await createRecord(api, "domain", { name: "halter.example", holderName: "Ottilie Wunderlich" });
  const page = await open("/", await portal.hire());
  await page.keyboard.type("wunderlich");
  await palette(page).getByText("Nothing found...").waitFor();
});

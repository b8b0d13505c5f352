import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { findBarriers } from "../../support/browser/axe.ts";
import { openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";

let portal: TestPortal;
let timo: Person;
let api: Awaited<ReturnType<typeof apiOf>>;

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  timo = await portal.hire({ name: "Timo Lang" });
  api = await apiOf(portal, timo);
});
afterAll(() => portal.stop());

const beside = (page: Page) => page.getByRole("complementary", { name: "Beziehungen" });
const group = (page: Page, name: string) => beside(page).getByRole("region", { name: `${name}, Beziehungen` });
const sheet = (page: Page, name: string) => page.getByRole("dialog", { name });
const labelled = (name: string) => new RegExp(`^${name}( optional| automatisch| Pflichtfeld)?$`);

/** Presses „+“ of a group and types into the search of its popover. */
async function search(page: Page, name: string, text: string) {
  await group(page, name)
    .getByRole("button", { name: `${name} zuordnen` })
    .click();
  const popover = sheet(page, `${name} zuordnen`);
  await popover.getByRole("combobox").first().fill(text);
  return popover;
}

test("„+“ ties what is there, with its role, and says from where it comes", async () => {
  const [{ id: old }, { id }] = [
    await api.customer.create({ body: { name: "Alte Mühle" } }),
    await api.customer.create({ body: { name: "Neue Mühle" } }),
  ];
  const website = await api.website.create({ body: { url: "https://muehle.example", customerId: old } });
  const provider = await api.provider.create({ body: { name: "Nordhost" } });
  await api.host.create({ body: { name: "web01", providerId: provider.id } });
  const page = await openBrowser(portal, { person: timo });
  await visit(page, `/customers/${id}`);
  const websites = await search(page, "Websites", "muehle");
  await websites.getByRole("option", { name: /muehle\.example/ }).click();
  await websites.getByText("Gehört bisher zu „Alte Mühle“ und wechselt hierher.").waitFor();
  expect(await findBarriers(page, "[data-radix-popper-content-wrapper]")).toEqual([]);
  await websites.getByRole("button", { name: "Zuordnen" }).click();
  await group(page, "Websites")
    .getByRole("link", { name: /muehle\.example/ })
    .waitFor();
  expect(new URL(page.url()).pathname).toBe(`/customers/${id}`);

  await visit(page, `/websites/${website.id}`);
  const hosts = await search(page, "Hoster", "web01");
  await hosts.getByRole("option", { name: /web01/ }).click();
  await hosts.getByLabel("Rolle").selectOption("mail");
  await hosts.getByRole("button", { name: "Zuordnen" }).click();
  await group(page, "Hoster").getByText("Mail").waitFor();
  expect((await api.website.get({ id: website.id })).values.hosts).toMatchObject([{ label: "web01", role: "mail" }]);
});

test("„+“ makes what is missing together with its tie: a host, a contact, a contract", async () => {
  const { id: customerId } = await api.customer.create({ body: { name: "Tischlerei Borke" } });
  const { id } = await api.website.create({ body: { url: "https://borke.example", customerId } });
  await api.provider.create({ body: { name: "Südhost" } });
  const page = await openBrowser(portal, { person: timo });
  await visit(page, `/websites/${id}`);
  const hosts = await search(page, "Hoster", "web07");
  await hosts.getByRole("option", { name: /^Neu: „web07“/ }).click();
  await hosts.getByRole("button", { name: "Hoster anlegen" }).click();
  await hosts.getByText("Pflichtfeld.").waitFor();
  expect((await api.host.list({ search: "web07" })).data).toEqual([]);
  await hosts.getByLabel(labelled("Anbieter")).fill("Südhost");
  await hosts
    .getByRole("option", { name: /Südhost/ })
    .first()
    .click();
  await hosts.getByRole("button", { name: "Hoster anlegen" }).click();
  await group(page, "Hoster").getByRole("link", { name: /web07/ }).waitFor();

  await visit(page, `/customers/${customerId}`);
  const contacts = await search(page, "Ansprechpartner", "Borke");
  await contacts.getByRole("option", { name: /^Neu: „Borke“/ }).click();
  await contacts.getByLabel(labelled("Vorname")).fill("Birte");
  await contacts.getByRole("checkbox", { name: "Technik" }).check();
  await contacts.getByRole("button", { name: "Ansprechpartner anlegen" }).click();
  await group(page, "Ansprechpartner").getByText("Birte Borke").waitFor();

  const contracts = await search(page, "Verträge", "Wartung Borke");
  await contracts.getByRole("option", { name: /^Neu: „Wartung Borke“/ }).click();
  await contracts.getByLabel(labelled("Vertragsnummer")).fill("V-1");
  await contracts.getByLabel(labelled("Beginn")).fill("01.01.2026");
  await contracts.getByRole("button", { name: "Vertrag anlegen" }).click();
  await group(page, "Verträge").getByText("Wartung Borke").waitFor();
  expect((await api.contact.list({})).data[0]?.values).toMatchObject({ roles: ["tech"], firstName: "Birte" });
});

test("„+“ is out of reach for those who may only look, and fits a phone", async () => {
  const { id } = await api.customer.create({ body: { name: "Amsel" } });
  const reader = await openBrowser(portal, { person: await portal.hire({ role: "readonly" }) });
  await visit(reader, `/customers/${id}`);
  await expect.poll(() => beside(reader).getByRole("button").count()).toBe(0);

  const page = await openBrowser(portal, { person: timo, viewport: phone });
  await visit(page, `/customers/${id}`);
  const websites = await search(page, "Websites", "amsel");
  const fits = async () => {
    const box = await websites.boundingBox();
    return box && box.x >= 0 && box.x + box.width <= phone.width;
  };
  await expect.poll(fits).toBe(true);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await websites.waitFor({ state: "detached" });
});

test("two quick keys close the list of hits and then its popover, every time", async () => {
  const { id } = await api.customer.create({ body: { name: "Hofladen Quitte" } });
  const page = await openBrowser(portal, { person: timo });
  await visit(page, `/customers/${id}`);
  for (let time = 0; time < 10; time += 1) {
    const websites = await search(page, "Websites", "amsel");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await websites.waitFor({ state: "detached" });
  }
});

test("„+ fehlt“ of the contract leads from a website to its contract and the position in it", async () => {
  const { id: customerId } = await api.customer.create({ body: { name: "Sägewerk Buche" } });
  const { id } = await api.website.create({ body: { url: "https://buche.example", customerId } });
  const page = await openBrowser(portal, { person: timo });
  await visit(page, `/websites/${id}`);
  await page.getByRole("button", { name: /^Vertrag für .* fehlt: anlegen$/ }).click();
  const contract = sheet(page, "Vertrag anlegen");
  await expect.poll(() => contract.getByLabel(labelled("Kunde")).inputValue()).toBe("Sägewerk Buche");
  await contract.getByLabel(labelled("Vertragsnummer")).fill("V-2026-7");
  await contract.getByLabel(labelled("Titel")).fill("Pflege Buche");
  await contract.getByLabel(labelled("Beginn")).fill("01.01.2026");
  await contract.getByRole("button", { name: "Vertrag anlegen" }).click();
  const position = sheet(page, "Position hinzufügen");
  await position.getByRole("button", { name: "Vertragsposition anlegen" }).click();
  await position.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Pflege Buche" }).or(page.getByText("Pflege Buche")).first().waitFor();
  await expect.poll(() => page.getByRole("button", { name: /^Vertrag für/ }).count()).toBe(0);
  expect((await api.website.get({ id })).values.contractId).toMatchObject({ label: "Pflege Buche" });
});

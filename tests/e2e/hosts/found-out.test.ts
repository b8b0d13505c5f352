import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AddressAnswer } from "../../../contract/addresses/addresses.ts";
import { linksOf } from "../../../contract/records/read-value.ts";
import { deriveLookups } from "../../../server/features/lookups/derive.ts";
import { askProviders } from "../../../server/features/provider-status/ask.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { toast } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createRecord } from "../../support/records/records.ts";

let portal: TestPortal;
let chief: Person;
let api: Api;
let status: Server;
let said = "";

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  chief = await portal.hire({ name: "Chef", role: "admin" });
  api = await apiOf(portal, chief);
  status = createServer((_request, response) => response.end(said));
  await new Promise<void>((resolve) => status.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await portal.stop();
  await new Promise((resolve) => status.close(resolve));
});

const site = async (name: string) => (await createRecord(api, "website", { url: `https://${name}.de/`, name })).id;
const hostsOf = async (id: string) => linksOf((await api.website.get({ id })).values.hosts).map(({ label }) => label);

async function answerFor(websiteIds: readonly string[], ip: string): Promise<void> {
  const { services } = portal.portal;
  await deriveLookups(services, ["siteAddresses"]);
  const answer: AddressAnswer = { addresses: [{ ip, reverse: ["web01.fink.example"], network: null }] };
  const at = services.now().toISOString();
  await services.db
    .updateTable("lookups")
    .set({ answeredAt: at, triedAt: at, answerJson: JSON.stringify(answer) })
    .where("kind", "=", "siteAddresses")
    .where("targetId", "in", websiteIds)
    .execute();
}

test("websites on one address become a host, but for those that somebody leaves out", async () => {
  const [first, second, third] = [await site("amsel-eins"), await site("amsel-zwei"), await site("amsel-drei")];
  await answerFor([first, second, third], "192.0.2.80");
  const page = await openBrowser(portal, { person: chief, viewport: phone });
  await visit(page, "/hosts/proposals");
  await page.getByText("3 Websites").waitFor();
  await page.getByRole("checkbox", { name: "web01.fink.example" }).check();
  await page.getByLabel("Name", { exact: true }).fill("web-neu");
  await page.getByRole("checkbox", { name: "amsel-drei zuordnen" }).uncheck();
  await page.getByRole("button", { name: "1 Vorschlag übernehmen" }).click();
  await toast(page, "Angelegt und zugeordnet.").waitFor();
  await page.getByRole("link", { name: "web-neu" }).waitFor();
  expect([await hostsOf(first), await hostsOf(second), await hostsOf(third)]).toEqual([["web-neu"], ["web-neu"], []]);

  await visit(page, "/hosts/proposals");
  await page.getByRole("checkbox", { name: "Zu web-neu" }).waitFor();
});

test("what a provider reports stands at its hosts until it is over", async () => {
  const { services } = portal.portal;
  await api.setting.update({
    section: "network",
    values: { allowedNetworks: ["127.0.0.0/8"] },
    secrets: {},
    version: 0,
  });
  const statusPageUrl = `http://127.0.0.1:${(status.address() as AddressInfo).port}/`;
  const provider = await createRecord(api, "provider", { name: "Muster AG", statusPageUrl });
  const host = await createRecord(api, "host", { name: "web-muster", providerId: provider.id });
  const outage = { id: "1", name: "Störung im Netz", status: "investigating", started_at: services.now() };
  said = JSON.stringify({ page: { id: "p" }, incidents: [outage] });
  await askProviders(services);
  const page = await openBrowser(portal, { person: chief });
  await visit(page, `/hosts/${host.id}`);
  const notices = page.getByRole("list", { name: "Meldungen der Anbieter" });
  await notices.getByText("Störung im Netz").waitFor();
  expect(await notices.textContent()).toContain("Muster AG meldet:");
  said = JSON.stringify({ page: { id: "p" }, incidents: [] });
  await askProviders(services);
  await visit(page, `/hosts/${host.id}`);
  await page.getByRole("heading", { name: "web-muster" }).waitFor();
  expect(await notices.count()).toBe(0);
});

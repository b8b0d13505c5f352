import { afterEach, beforeEach, expect, it } from "vitest";
import { takeDiscoveryPictures } from "../../../server/features/discoveries/pictures.ts";
import { runDiscoveries } from "../../../server/features/discoveries/run.ts";
import type { Api } from "../../../server/features/router.ts";
import {
  imprintPage,
  openSiteInternet,
  type SiteInternet,
  startPage,
} from "../../support/discoveries/site-internet.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { scriptedBrowser } from "../../support/pages/scripted-browser.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let internet: SiteInternet;
let member: Api;

beforeEach(async () => {
  office = await openOffice();
  internet = await openSiteInternet();
  office.services.browser = scriptedBrowser();
  member = await office.as(await office.hire());
});
afterEach(() => internet.close());

const run = () => runDiscoveries(office.services, internet.tools);
const read = (id: string) => member.discovery.get({ id });
async function look(...urls: string[]) {
  const { id } = await member.discovery.create({ urls });
  await run();
  return read(id);
}
const statesOf = ({ steps }: Awaited<ReturnType<typeof look>>["urls"][number]) =>
  Object.fromEntries(steps.map(({ step, state }) => [step, state]));

it("is refused to others, for URLs of other discoveries, while it runs and for what is created", async () => {
  internet.sites.set("amsel.example", { pages: { "*": startPage("Amsel") } });
  const { id } = await member.discovery.create({ urls: ["amsel.example"] });
  expect((await refusalOf(member.discovery.retry({ id }))).code).toBe("CONFLICT");
  const { urls } = await read(id);
  const urlIds = urls.map((discovered) => discovered.id);
  expect((await refusalOf(member.discovery.retry({ id, urlIds }))).code).toBe("CONFLICT");
  await run();
  const reader = await office.as(await office.hire({ role: "readonly" }));
  expect((await refusalOf(reader.discovery.retry({ id, urlIds }))).code).toBe("FORBIDDEN");
  const other = await office.as(await office.hire());
  expect((await refusalOf(other.discovery.retry({ id, urlIds }))).code).toBe("NOT_FOUND");
  expect((await refusalOf(member.discovery.retry({ id, urlIds: ["fremd"] }))).code).toBe("NOT_FOUND");
  expect((await refusalOf(member.discovery.retry({ id, urlIds: [] }))).fields).toEqual({
    urlIds: ["Adressen: Pflichtfeld."],
  });
  await member.discovery.createSites({ id, sites: urlIds.map((urlId) => ({ urlId })) });
  expect((await refusalOf(member.discovery.retry({ id, urlIds }))).code).toBe("CONFLICT");
});

it("looks again at what was not reached, with everything that hangs on it, and leaves the others alone", async () => {
  internet.sites.set("amsel.example", { pages: { "*": startPage("Amsel") } });
  internet.sites.set("zu.example", {
    pages: { "*": (_, response) => void response.writeHead(503, { "content-type": "text/html" }).end("<p>Zu") },
  });
  const { id, urls } = await look("amsel.example", "spaeter.example", "zu.example");
  expect(urls.map(({ proposal }) => proposal.name)).toEqual(["Amsel", "spaeter.example", "zu.example"]);
  await takeDiscoveryPictures(office.services);
  for (const name of ["spaeter.example", "zu.example"])
    internet.sites.set(name, {
      pages: { "/": startPage(`Betrieb ${name}`), "/impressum": imprintPage(`Firma ${name} GmbH`) },
    });
  internet.asked.length = 0;
  const urlIds = urls.slice(1).map((discovered) => discovered.id);
  expect(await member.discovery.retry({ id, urlIds })).toEqual({ urlIds });
  expect((await read(id)).done).toBe(1);
  await run();
  const after = await read(id);
  expect(internet.asked.filter((asked) => asked.startsWith("amsel."))).toEqual([]);
  expect(after.urls.map(({ proposal }) => proposal.newCustomer?.name)).toEqual([
    undefined,
    "Firma spaeter.example GmbH",
    "Firma zu.example GmbH",
  ]);
  expect(after.urls.slice(1).map(statesOf)).toMatchObject([
    { reach: "done", imprint: "done", customer: "done", picture: "waiting" },
    { reach: "done", imprint: "done", customer: "done", picture: "waiting" },
  ]);
  expect(await takeDiscoveryPictures(office.services)).toBe(2);
});

it("keeps what was found of a site that was reached, and takes URLs with failures where none are named", async () => {
  internet.sites.set("amsel.example", { pages: { "/": startPage("Amsel") } });
  internet.sites.set("boehm.example", { pages: { "/": startPage("Böhm"), "/impressum": imprintPage("Böhm GmbH") } });
  const { id, urls } = await look("amsel.example", "boehm.example");
  const [first] = urls;
  const before = await office.services.db
    .selectFrom("discoverySteps")
    .selectAll()
    .where("addressId", "=", first?.id ?? "")
    .where("step", "in", ["reach", "domain", "host", "certificate"])
    .execute();
  internet.sites.set("amsel.example", { pages: { "/": startPage("Neu"), "/impressum": imprintPage("Amsel GmbH") } });
  expect(await member.discovery.retry({ id })).toEqual({ urlIds: [first?.id] });
  await run();
  const after = await office.services.db.selectFrom("discoverySteps").selectAll().execute();
  for (const row of before) expect(after).toContainEqual(row);
  expect((await read(id)).urls.map(({ proposal }) => [proposal.name, proposal.newCustomer?.name])).toEqual([
    ["Amsel", "Amsel GmbH"],
    ["Böhm", "Böhm GmbH"],
  ]);
});

it("a browser that crashed is asked once more by itself, and no more", async () => {
  const browser = scriptedBrowser();
  office.services.browser = browser;
  internet.sites.set("amsel.example", { pages: { "*": startPage("Amsel") } });
  browser.show({ crashes: 1 });
  const { id } = await look("amsel.example");
  await takeDiscoveryPictures(office.services);
  expect((await read(id)).urls.map(statesOf)).toMatchObject([{ picture: "done" }]);
  // Of a pair both fail, and both are asked for again.
  browser.show({ crashes: 4 });
  const { id: other } = await look("amsel.example");
  browser.visited.length = 0;
  await takeDiscoveryPictures(office.services);
  expect((await read(other)).urls.map(statesOf)).toMatchObject([{ picture: "failed" }]);
  expect(browser.visited).toHaveLength(4);
});

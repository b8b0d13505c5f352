import { afterEach, beforeEach, expect, it } from "vitest";
import { runDiscoveries } from "../../../server/features/discoveries/run.ts";
import type { Api } from "../../../server/features/router.ts";
import {
  imprintPage,
  openSiteInternet,
  type SiteInternet,
  startPage,
} from "../../support/discoveries/site-internet.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let internet: SiteInternet;
let member: Api;

beforeEach(async () => {
  office = await openOffice();
  internet = await openSiteInternet();
  member = await office.as(await office.hire());
  internet.sites.set("firma.example", { pages: { "/": startPage("Firma"), "/impressum": imprintPage("Firma GmbH") } });
  for (const name of ["firma-alt.example", "firma-neu.example"])
    internet.sites.set(name, {
      pages: { "*": (_, response) => void response.writeHead(301, { location: "https://firma.example/" }).end() },
    });
});
afterEach(() => internet.close());

async function look(...urls: string[]) {
  const { id } = await member.discovery.create({ urls });
  await runDiscoveries(office.services, internet.tools);
  return member.discovery.get({ id });
}
async function linksOf(websiteId = "") {
  const rows = await office.services.db
    .selectFrom("websiteDomains as l")
    .innerJoin("domains as d", "d.id", "l.domainId")
    .select(["d.nameAce", "l.role"])
    .where("l.websiteId", "=", websiteId)
    .orderBy("d.nameAce", "desc")
    .execute();
  return rows.map(({ nameAce, role }) => [nameAce, role]);
}

it("a pasted domain that leads to another one becomes a redirect of the website, unless somebody unticks it", async () => {
  const { id, urls } = await look("firma-alt.example");
  expect(urls[0]?.proposal.redirect).toEqual({ nameAce: "firma-alt.example", label: "firma-alt.example" });
  const urlId = urls[0]?.id ?? "";
  const { created } = await member.discovery.createSites({ id, sites: [{ urlId, customer: "proposed" }] });
  expect(await linksOf(created[0]?.website.id)).toEqual([
    ["firma.example", "main"],
    ["firma-alt.example", "redirect"],
  ]);
  const { db } = office.services;
  const domains = await db
    .selectFrom("domains")
    .select(["nameAce", "purpose", "redirectTarget", "customerId"])
    .execute();
  expect(domains).toContainEqual({
    nameAce: "firma-alt.example",
    purpose: "redirect",
    redirectTarget: "https://firma.example",
    customerId: domains[0]?.customerId,
  });
  expect(domains[0]?.customerId).not.toBeNull();
  const other = await look("http://firma-alt.example/");
  expect(other.urls[0]).toMatchObject({ existing: { id: created[0]?.website.id }, proposal: { redirect: null } });
});

it("an unticked one is left out, as is one whose own address somebody enters for the website", async () => {
  const { id, urls } = await look("firma-alt.example");
  const urlId = urls[0]?.id ?? "";
  const { created } = await member.discovery.createSites({ id, sites: [{ urlId, redirectDomain: false }] });
  expect(await linksOf(created[0]?.website.id)).toEqual([["firma.example", "main"]]);
  const again = await look("firma-neu.example/start");
  const website = { url: "https://firma-neu.example" };
  const own = await member.discovery.createSites({
    id: again.id,
    sites: [{ urlId: again.urls[0]?.id ?? "", website }],
  });
  expect(await linksOf(own.created[0]?.website.id)).toEqual([["firma-neu.example", "main"]]);
});

it("a duplicate adds its domain to the website of the other URL, in whatever order it is asked for, and once", async () => {
  const kept = await createRecord(member, "domain", { name: "firma-neu.example" });
  const { id, urls } = await look("firma.example", "firma-alt.example", "firma-neu.example");
  const [site, old, recent] = urls.map((discovered) => discovered.id);
  expect(urls.map(({ sameAs }) => sameAs)).toEqual([null, site, site]);
  const redirect = { urlId: old ?? "", redirectDomain: true };
  const early = await member.discovery.createSites({ id, sites: [redirect] });
  expect(early.refused).toMatchObject([{ urlId: old, message: expect.stringContaining("noch nicht angelegt") }]);
  const { created, refused } = await member.discovery.createSites({
    id,
    sites: [redirect, { urlId: recent ?? "", redirectDomain: true }, { urlId: site ?? "" }],
  });
  expect(refused).toEqual([]);
  const websiteId = created[0]?.website.id;
  expect(created.map(({ urlId, website }) => [urlId, website.id])).toEqual(
    [site, old, recent].map((urlId) => [urlId, websiteId]),
  );
  expect(await linksOf(websiteId)).toEqual([
    ["firma.example", "main"],
    ["firma-neu.example", "redirect"],
    ["firma-alt.example", "redirect"],
  ]);
  expect(
    await office.services.db.selectFrom("domains").select("id").where("nameAce", "=", "firma-neu.example").execute(),
  ).toEqual([{ id: kept.id }]);
  expect((await member.discovery.createSites({ id, sites: [redirect] })).created).toEqual([]);
});

it("a website that is there gets a domain only if somebody says so", async () => {
  const website = await member.website.create({ body: { url: "https://firma.example" } });
  const { id, urls } = await look("firma-alt.example");
  const urlId = urls[0]?.id ?? "";
  expect(urls[0]).toMatchObject({
    existing: { id: website.id },
    proposal: { redirect: { label: "firma-alt.example" } },
  });
  expect((await member.discovery.createSites({ id, sites: [{ urlId }] })).refused).toHaveLength(1);
  expect(await linksOf(website.id)).toHaveLength(1);
  await member.discovery.createSites({ id, sites: [{ urlId, redirectDomain: true }] });
  expect(await linksOf(website.id)).toEqual([
    ["firma.example", "main"],
    ["firma-alt.example", "redirect"],
  ]);
});

import { afterEach, beforeEach, expect, it } from "vitest";
import { newToken } from "../../../server/auth/tokens.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

let office: Office;
let server: OfficeServer;
let pageUrl: string;

beforeEach(async () => {
  office = await openOffice();
  server = await serveOffice(office);
  const api = await office.as(await office.hire({ role: "maintainer" }));
  const customer = await createRecord(api, "customer", { name: "Weingut Amsel" });
  const website = await createRecord(api, "website", { customerId: customer.id, name: "Shop" });
  const { url } = await api.statusPage.create({ customerId: customer.id, name: "Amsel", websiteIds: [website.id] });
  pageUrl = server.url + new URL(url).pathname;
});
afterEach(() => server.close());

it("the badge may stand on any page, the feed is Atom, and neither is indexed", async () => {
  const badge = await fetch(`${pageUrl}/badge.svg`);
  expect([badge.status, badge.headers.get("content-type")]).toEqual([200, "image/svg+xml; charset=utf-8"]);
  expect(badge.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(badge.headers.get("content-security-policy")).toBe(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  const feed = await fetch(`${pageUrl}/feed.atom`);
  expect(feed.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
  for (const answer of [badge, feed, await fetch(pageUrl)])
    expect(answer.headers.get("x-robots-tag")).toBe("noindex, nofollow");
});

it("nothing stands under a token that nobody has, nor a logo where there is none", async () => {
  for (const path of ["feed.atom", "badge.svg", "logo"])
    expect((await fetch(`${server.url}/status/${newToken()}/${path}`)).status).toBe(404);
  expect((await fetch(`${pageUrl}/logo`)).status).toBe(404);
});

it("nobody asks for many: neither from one address nor for one page", async () => {
  const ask = () => fetch(`${server.url}/wall/${newToken()}`, { redirect: "manual" });
  for (let asked = 0; asked < 120; asked += 1) expect((await ask()).status).not.toBe(429);
  const last = await ask();
  expect([last.status, last.headers.get("retry-after")]).toEqual([429, "60"]);
  office.advance(60_000);
  expect((await ask()).status).not.toBe(429);
});

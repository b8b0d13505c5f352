import { afterAll, beforeAll, expect, it } from "vitest";
import { findSession } from "../../../server/auth/sessions.ts";
import { newToken } from "../../../server/auth/tokens.ts";
import { createCaller } from "../../../server/features/router.ts";
import { toContext } from "../../../server/http/request-context.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { createRecord } from "../../support/records/records.ts";

let office: TestPortal;
let address: string;

beforeAll(async () => {
  office = await startTestPortal();
  const { services } = office.portal;
  const jana = await office.hire({ role: "maintainer" });
  const { cookie } = await office.signIn(jana);
  const signedIn = await findSession(services.db, /=(.+)$/.exec(cookie)?.[1], services.now());
  const api = createCaller(toContext(services, { signedIn, requestId: "test", ip: "127.0.0.1" }));
  const customer = await createRecord(api, "customer", { name: "Weingut Amsel" });
  const website = await createRecord(api, "website", { customerId: customer.id, name: "Shop" });
  const { url } = await api.statusPage.create({ customerId: customer.id, name: "Amsel", websiteIds: [website.id] });
  address = office.url + new URL(url).pathname;
});
afterAll(() => office.stop());

it("the badge may stand on any page, the feed is Atom, and neither is indexed", async () => {
  const badge = await fetch(`${address}/badge.svg`);
  expect([badge.status, badge.headers.get("content-type")]).toEqual([200, "image/svg+xml; charset=utf-8"]);
  expect(badge.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(badge.headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  const feed = await fetch(`${address}/feed.atom`);
  expect(feed.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
  for (const answer of [badge, feed, await fetch(address)])
    expect(answer.headers.get("x-robots-tag")).toBe("noindex, nofollow");
});

it("nothing stands under a token that nobody has, nor a sign where there is none", async () => {
  for (const path of ["feed.atom", "badge.svg", "logo"])
    expect((await fetch(`${office.url}/status/${newToken()}/${path}`)).status).toBe(404);
  expect((await fetch(`${address}/logo`)).status).toBe(404);
});

it("nobody asks for many: neither from one address nor for one page", async () => {
  let last = await fetch(`${office.url}/wall/${newToken()}`, { redirect: "manual" });
  for (let asked = 0; asked < 121; asked += 1)
    last = await fetch(`${office.url}/wall/${newToken()}`, { redirect: "manual" });
  expect([last.status, last.headers.get("retry-after")]).toEqual([429, "60"]);
});

import { afterEach, beforeEach, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { readStatusPage } from "../../../server/features/status-pages/public-pages.ts";
import { type CheckOffice, down, openCheckOffice } from "../../support/check-office.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

const hourS = 3600;

let office: Office;
let checks: CheckOffice;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  checks = openCheckOffice(office);
  api = await office.as(await office.hire({ role: "maintainer" }));
});
afterEach(() => checks.close());

it("the uptime has the hour that runs in it, as the website's own has", async () => {
  const { id: customerId } = await createRecord(api, "customer", { name: "Weingut Amsel" });
  const { id } = await createRecord(api, "website", { customerId, url: "http://amsel.test/", lifecycle: "live" });
  const { url } = await api.statusPage.create({ customerId, name: "Amsel", websiteIds: [id] });
  await checks.pass(2 * hourS, 60);
  checks.store.rollUp.rollUp(Math.floor(office.services.now().getTime() / 1000), 1000);
  checks.set("amsel.test", down);
  await checks.pass(0.6 * hourS, 60);
  const page = await readStatusPage(office.services, url.split("/").at(-1) ?? "");
  const month = await api.check.availability({ type: "website", id, range: "30d" });
  const year = await api.check.availability({ type: "website", id, range: "1y" });
  const shown = page?.sites[0]?.uptime ?? 0;
  expect(shown).toBeLessThan(9000);
  expect(year.uptime).toBe(shown);
  const { id: checkId } = await office.services.db
    .selectFrom("checks")
    .select("id")
    .where("targetId", "=", id)
    .where("kind", "=", "http")
    .executeTakeFirstOrThrow();
  expect(office.services.checks.reader()?.figures([checkId])[0]?.uptime).toBe(shown);
  // The month counts what was seen last up to this moment, the others up to when it was seen.
  expect(Math.abs((month.uptime ?? 0) - shown)).toBeLessThan(100);
});

it("a day is red where an outage is told of it, and impaired where failures were over before they were one", async () => {
  const { id: customerId } = await createRecord(api, "customer", { name: "Weingut Amsel" });
  const { id } = await createRecord(api, "website", { customerId, url: "http://amsel.test/", lifecycle: "live" });
  const { url } = await api.statusPage.create({ customerId, name: "Amsel", websiteIds: [id] });
  const today = async () => {
    await checks.pass(2 * hourS, 60);
    checks.store.rollUp.rollUp(Math.floor(office.services.now().getTime() / 1000), 1000);
    const page = await readStatusPage(office.services, url.split("/").at(-1) ?? "");
    return { day: page?.sites[0]?.days.at(-1), incidents: page?.incidents.length };
  };
  await checks.pass(2);
  const page = await readStatusPage(office.services, url.split("/").at(-1) ?? "");
  expect(page?.sites[0]?.days.slice(-2)).toEqual(["unknown", "online"]);
  expect(await today()).toEqual({ day: "online", incidents: 0 });

  checks.set("amsel.test", down);
  const looks = checks.looked.length;
  while (checks.looked.length === looks) await checks.pass(10, 10);
  checks.set("amsel.test", undefined);
  expect(await today()).toEqual({ day: "degraded", incidents: 0 });

  checks.set("amsel.test", down);
  await checks.pass(600, 10);
  checks.set("amsel.test", undefined);
  expect(await today()).toEqual({ day: "offline", incidents: 1 });
});

import { beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { readStatusPage } from "../../../server/features/status-pages/public-pages.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { hostWithSites, sendDue, tellEvents } from "../../support/incidents.ts";
import { type Office, openOffice } from "../../support/office.ts";

const minute = 60_000;

let office: Office;
let jana: Person;
let admin: Api;
let customerId: string;
let site: { type: "website" | "domain" | "host"; id: string };
let others: (typeof site)[];
/** When it first failed, when it was back, and when it failed again. */
let moments: { first: Date; back: Date; again: Date };

const now = () => office.services.now();

/** A website of a host that is down is back, and fails once more while the host is still down. */
beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  const group = await hostWithSites(office, { count: 3, responsibleUserId: jana.id });
  admin = await office.as(await office.hire({ role: "admin" }));
  customerId = group.customerId;
  const [one, ...rest] = group.sites;
  if (!one) throw new Error("no site");
  site = one;
  others = [group.host, ...rest];
  await tellEvents(office, "down", [site, ...others]);
  await sendDue(office);
  const first = now();
  office.advance(10 * minute);
  await tellEvents(office, "up", [site]);
  const back = now();
  office.advance(20 * minute);
  await tellEvents(office, "down", [site]);
  await sendDue(office);
  moments = { first, back, again: now() };
});

const incident = async () => {
  const { data } = await admin.incident.list({});
  expect(data).toHaveLength(1);
  return admin.incident.read({ id: data[0]?.id ?? "" });
};
const member = async () => (await incident()).members.find(({ id }) => id === site.id);
const bell = async () => {
  const rows = await office.services.db
    .selectFrom("notifications")
    .select("title")
    .where("forUserId", "=", jana.id)
    .where("category", "=", "incident")
    .orderBy("id")
    .execute();
  return rows.map(({ title }) => title);
};

describe("a member that is back and fails again", () => {
  it("is in the same incident, down since the second time, and nobody hears of it twice", async () => {
    expect(await member()).toMatchObject({ status: "offline", since: moments.again, until: null });
    expect(await bell()).toEqual([expect.stringContaining("Störung #1")]);
    office.advance(5 * minute);
    await tellEvents(office, "up", [site]);
    const { until } = (await member()) ?? {};
    await tellEvents(office, "up", others);
    await sendDue(office);
    expect(until).not.toBeNull();
    expect(await incident()).toMatchObject({ state: "resolved", startedAt: moments.first });
    expect(await bell()).toEqual([expect.stringContaining("Störung #1"), expect.stringContaining("Behoben")]);
  });

  it("stays down since then when its failure is told once more", async () => {
    office.advance(5 * minute);
    await tellEvents(office, "down", [site]);
    expect(await member()).toMatchObject({ since: moments.again, until: null });
  });

  it("was hit since the first time, wherever the whole is told: status page and availability", async () => {
    const { url } = await admin.statusPage.create({ customerId, name: "Amsel", websiteIds: [site.id] });
    const page = await readStatusPage(office.services, url.split("/").at(-1) ?? "");
    expect(page?.incidents).toMatchObject([{ startedAt: moments.first, endedAt: null }]);
    const { incidents } = await admin.check.availability({ type: "website", id: site.id, range: "24h" });
    expect(incidents).toMatchObject([{ from: moments.first, to: null }]);
  });
});

import { afterEach, beforeEach, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { type CheckOffice, down, openCheckOffice } from "../../support/check-office.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let checks: CheckOffice;
let api: Api;
beforeEach(async () => {
  office = await openOffice();
  checks = openCheckOffice(office);
  api = await office.as(await office.hire({ role: "admin" }));
});
afterEach(() => checks.close());

const statusSignals = () => office.signals.filter(({ event }) => /Status$/.test(event));
/** Lets an outage begin, be noticed and end. */
async function outage(name: string): Promise<void> {
  checks.set(name, down);
  await checks.pass(600, 10);
  checks.set(name, undefined);
  await checks.pass(300, 10);
}

it("a website's status turns in every list with each transition, and is a toast for those alone who follow it", async () => {
  const timo = await office.hire({ name: "Timo Brandt" });
  const left = await office.hire({ name: "Kevin Okafor" });
  const { id } = await api.website.create({
    body: { url: "http://amsel.test/", name: "Weingut Amsel", lifecycle: "live" },
  });
  for (const person of [timo, left]) await (await office.as(person)).follow.set({ type: "website", id, on: true });
  await office.services.db
    .updateTable("users")
    .set({ deactivatedAt: office.services.now().toISOString() })
    .where("id", "=", left.id)
    .execute();
  await checks.pass(1);
  const website = { id, name: "Weingut Amsel" };
  expect(statusSignals()).toEqual([{ event: "websiteStatus", payload: { website, status: "online" } }]);
  office.signals.length = 0;
  await outage("amsel.test");
  const record = { type: "website", ...website };
  expect(statusSignals()).toEqual([
    { event: "websiteStatus", payload: { website, status: "offline" } },
    { event: "followedStatus", payload: { record, isDown: true }, toUserId: timo.id },
    { event: "websiteStatus", payload: { website, status: "online" } },
    { event: "followedStatus", payload: { record, isDown: false, seconds: expect.any(Number) }, toUserId: timo.id },
  ]);
});

it("a host's status is told to maintainers, a domain's to everybody", async () => {
  const provider = await createRecord(api, "provider", { name: "Elbe Hosting" });
  const body = { name: "web03", kind: "managed", lifecycle: "active", hostname: "web03.test", providerId: provider.id };
  const host = await api.host.create({ body });
  const domain = await api.domain.create({ body: { name: "amsel-hof.de" } });
  await checks.pass(60, 10);
  expect(statusSignals()).toEqual(
    expect.arrayContaining([
      { event: "hostStatus", payload: { host: { id: host.id, name: "web03" }, status: "online" } },
      { event: "domainStatus", payload: { domain: { id: domain.id, name: "amsel-hof.de" }, status: "online" } },
    ]),
  );
  office.signals.length = 0;
  await outage("web03.test");
  expect(statusSignals().map(({ event, payload }) => [event, "status" in payload && payload.status])).toEqual([
    ["hostStatus", "offline"],
    ["hostStatus", "online"],
  ]);
});

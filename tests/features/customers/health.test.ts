import { beforeEach, expect, it } from "vitest";
import { customers } from "../../../contract/customers/customers.ts";
import { valuesOf } from "../../../contract/records/rows.ts";
import type { Api } from "../../../server/features/router.ts";
import { hostWithSites, tellEvents } from "../../support/incidents.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let api: Api;
let customerId: string;

beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "member" }));
  const customer = await createRecord(api, "customer", { name: "Weingut Amsel", avvStatus: "signed" });
  customerId = customer.id;
  await createRecord(api, "contact", { customerId, lastName: "Amsel", roles: ["emergency"] });
});

const change = async (type: "customer" | "domain" | "contact", id: string, body: Record<string, string | null>) => {
  const { version } = await api[type].get({ id });
  await api[type].update({ params: { id }, body, version });
};

const told = async () => {
  const { health, healthReasons } = valuesOf(customers, await api.customer.get({ id: customerId }));
  return [health, healthReasons];
};

it("is green where nothing asks for a look", async () => {
  expect(await told()).toEqual(["green", null]);
});

it("is yellow with every reason that there is", async () => {
  await change("customer", customerId, { avvStatus: "outdated" });
  await createRecord(api, "website", { customerId, url: "https://amsel.example", lifecycle: "live" });
  expect(await told()).toEqual(["yellow", "AVV fehlt oder ist veraltet. Eine Website ist live, aber ohne Vertrag"]);
});

it("misses nobody for emergencies once they have left", async () => {
  const [contact] = (await api.contact.list({ where: [{ field: "customerId", is: "oneOf", values: [customerId] }] }))
    .data;
  await change("contact", contact?.id ?? "", { leftAt: "2026-11-01" });
  expect(await told()).toEqual(["yellow", "Kein Ansprechpartner für Notfälle"]);
});

it("is red where a date has passed on which somebody had to act, and green again once that is done", async () => {
  const domain = await createRecord(api, "domain", {
    customerId,
    name: "amsel.de",
    nis2Status: "requested",
    nis2DeadlineAt: "2026-11-19",
  });
  expect((await told())[0]).toBe("red");
  await change("domain", domain.id, { nis2Status: "dataConfirmed", nis2DeadlineAt: null });
  expect((await told())[0]).toBe("green");
});

it("is red while an incident is going on, which is counted once however much it hits", async () => {
  const { id: responsibleUserId } = await office.hire();
  const { customerId: hit, sites } = await hostWithSites(office, { count: 3, responsibleUserId });
  const valuesOfHit = async () => valuesOf(customers, await api.customer.get({ id: hit }));
  expect((await valuesOfHit()).incidents).toBe(0);
  await tellEvents(office, "down", sites);
  const { health, healthReasons, incidents } = await valuesOfHit();
  expect([health, incidents]).toEqual(["red", 1]);
  expect(healthReasons).toMatch(/^Eine Störung läuft\. /);
  expect((await told())[0]).toBe("green");
  await tellEvents(office, "up", sites);
  expect((await valuesOfHit()).incidents).toBe(0);
});

it("says nothing of who is no customer any more, and of what is archived", async () => {
  const website = await createRecord(api, "website", { customerId, url: "https://amsel.example", lifecycle: "live" });
  await api.website.archive({ id: website.id });
  expect((await told())[0]).toBe("green");
  await change("customer", customerId, { status: "former" });
  expect(await told()).toEqual([null, null]);
});

it("finds and sorts customers by it", async () => {
  const { id } = await createRecord(api, "customer", { name: "Zimmerei Voss", avvStatus: "missing" });
  const idsOf = async (input: Parameters<Api["customer"]["list"]>[0]) =>
    (await api.customer.list(input)).data.map((customer) => customer.id);
  const yellow = await idsOf({ where: [{ field: "health", is: "oneOf", values: ["yellow"] }] });
  expect([yellow.includes(id), yellow.includes(customerId)]).toEqual([true, false]);
  expect((await idsOf({ orderBy: [{ field: "health" }] })).at(-1)).toBe(customerId);
});

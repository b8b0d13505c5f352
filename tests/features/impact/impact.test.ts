import { beforeEach, describe, expect, it } from "vitest";
import { requireValue } from "../../../contract/narrowing.ts";
import { readImpact } from "../../../server/features/impact/queries.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let admin: Api;
let hosts: string[];
let domains: string[];

beforeEach(async () => {
  office = await openOffice();
  admin = await office.as(await office.hire({ role: "admin" }));
  const { id: providerId } = await createRecord(admin, "provider", { name: "Nordhost" });
  hosts = [];
  for (const name of ["web-01", "web-02"]) hosts.push((await createRecord(admin, "host", { name, providerId })).id);
  domains = [];
  for (const name of ["amsel.example", "drossel.example"])
    domains.push((await createRecord(admin, "domain", { name, nameservers: ["ns1.nord.example"] })).id);
  const add = async (name: string, slaLevel: "premium" | null, index: number) => {
    const customerId = (await createRecord(admin, "customer", { name, slaLevel })).id;
    return createRecord(admin, "website", {
      name: `Seite ${name}`,
      customerId,
      hosts: [{ id: hosts[index] ?? "", role: "web" }],
      domains: [{ id: domains[index] ?? "", role: "main" }],
    });
  };
  const { id: websiteId } = await add("Drossel", null, 1);
  await add("Amsel", "premium", 0);
  const customerId = (await admin.website.get({ id: websiteId })).values.customerId as { id: string };
  const contract = { title: "Wartung Drossel", customerId: customerId.id, status: "active", cycle: "monthly" };
  const { id: contractId } = await createRecord(admin, "contract", contract);
  await createRecord(admin, "contractItem", {
    label: "Wartung",
    contractId,
    websiteId,
    quantity: 1,
    unitPriceCents: 9900,
  });
});

describe("what hangs on something", () => {
  it("is refused to strangers, and about what is not there", async () => {
    expect((await refusalOf((await office.as()).impact.read({ type: "host", id: hosts[0] ?? "" }))).code).toBe(
      "UNAUTHORIZED",
    );
    expect((await refusalOf(admin.impact.read({ type: "host", id: "none" }))).code).toBe("NOT_FOUND");
  });

  it("names customers by service level with websites, contracts and money a month", async () => {
    const impact = await admin.impact.read({ type: "provider", id: hosts[0] ?? "" });
    expect(impact).toMatchObject({ label: "Nordhost", websites: 2, contracts: 1, monthlyCents: 9900 });
    expect(impact.customers.map(({ label }) => label)).toEqual(["Amsel", "Drossel"]);
    expect(impact.customers[1]).toMatchObject({ contracts: [{ label: "Wartung Drossel" }], monthlyCents: 9900 });
    expect((await admin.impact.read({ type: "host", id: hosts[0] ?? "" })).customers).toHaveLength(1);
    expect((await admin.impact.read({ type: "domain", id: domains[1] ?? "" })).websites).toBe(1);
    const shared = await admin.impact.read({ type: "nameservers", id: domains[1] ?? "" });
    expect(shared).toMatchObject({ label: "ns1.nord.example", websites: 2 });
    expect(shared.through).toHaveLength(2);
  });

  it("asks a provider itself, also one of which nothing is known, with domains whose names it answers for", async () => {
    const { data } = await admin.provider.list({});
    const providerId = data.find(({ title }) => title === "Nordhost")?.id ?? "";
    await createRecord(admin, "domain", { name: "allein.example", dnsProviderId: providerId });
    const impact = await admin.impact.read({ type: "provider", id: providerId });
    expect(impact.through.map(({ type, label }) => [type, label])).toEqual([
      ["host", "web-01"],
      ["host", "web-02"],
      ["domain", "allein.example"],
    ]);
    const { id } = await createRecord(admin, "provider", { name: "Leerhost" });
    expect(await admin.impact.read({ type: "provider", id })).toMatchObject({
      label: "Leerhost",
      through: [],
      websites: 0,
    });
  });

  it("leaves out what stays up, and says through what the rest falls", async () => {
    const [first = "", second = ""] = hosts;
    const impact = await admin.impact.read({ type: "provider", id: first, staying: [first] });
    expect(impact.through.map(({ id, falls }) => [id, falls])).toEqual([
      [first, false],
      [second, true],
    ]);
    expect(impact.customers.map(({ label, websites }) => [label, websites.map(({ via }) => via)])).toEqual([
      ["Drossel", [[second]]],
    ]);
  });

  it("names the first websites and steps, and counts the rest for each customer", async () => {
    const ctx = await office.contextOf(await office.hire({ role: "admin" }));
    const person = { ...ctx, person: requireValue(ctx.person), sessionId: requireValue(ctx.sessionId) };
    const asked = { type: "provider" as const, id: hosts[0] ?? "", staying: [] };
    const impact = await readImpact(person, asked, { websites: 1, steps: 1 });
    expect(impact).toMatchObject({ websites: 2, contracts: 1, moreThrough: 1 });
    expect(impact.through.map(({ label }) => label)).toEqual(["web-01"]);
    expect(impact.customers).toMatchObject([
      { label: "Amsel", sla: "premium", websites: [{ label: "Seite Amsel" }] },
      { label: "Drossel", websites: [], more: { websites: 1, offline: 0 }, monthlyCents: 9900 },
    ]);
    expect(impact.customers[0]?.more).toBeUndefined();
  });

  it("names whom to call at any hour, of those who are still there", async () => {
    const { data } = await admin.customer.list({});
    const customerId = data.find(({ title }) => title === "Amsel")?.id ?? "";
    const person = { customerId, roles: ["emergency"], phone: "+49 40 123456" };
    await createRecord(admin, "contact", { ...person, lastName: "Amsel", firstName: "Ina" });
    await createRecord(admin, "contact", { ...person, lastName: "Fort", leftAt: "2026-01-01" });
    await createRecord(admin, "contact", { ...person, lastName: "Einkauf", roles: ["accounting"] });
    const { customers } = await admin.impact.read({ type: "host", id: hosts[0] ?? "" });
    expect(customers[0]?.emergency.map(({ name }) => name)).toEqual(["Ina Amsel"]);
  });

  it("tells money to nobody who may not see prices", async () => {
    const member = await office.as(await office.hire({ role: "member" }));
    const impact = await member.impact.read({ type: "provider", id: hosts[0] ?? "" });
    expect(JSON.stringify(impact)).not.toContain("onthlyCents");
  });
});

import { beforeEach, describe, expect, it } from "vitest";
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
      ...{ name: `Seite ${name}`, customerId, hosts: [{ id: hosts[index] ?? "", role: "web" }] },
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

  it("tells money to nobody who may not see prices", async () => {
    const member = await office.as(await office.hire({ role: "member" }));
    const impact = await member.impact.read({ type: "provider", id: hosts[0] ?? "" });
    expect(JSON.stringify(impact)).not.toContain("onthlyCents");
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tellDue } from "../../../server/features/incidents/messages.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type CheckOffice, down, openCheckOffice } from "../../support/check-office.ts";
import { bellOf } from "../../support/incidents.ts";
import { type Office, openOffice } from "../../support/office.ts";

const count = 40;
/** As the settings have them from the start. */
const canaries = ["1.1.1.1", "8.8.8.8", "9.9.9.9"];

let office: Office;
let checks: CheckOffice;
let api: Api;
let jana: Person;
let timo: Person;
let websites: string[];

beforeEach(async () => {
  office = await openOffice();
  checks = openCheckOffice(office);
  api = await office.as(await office.hire({ role: "admin" }));
  jana = await office.hire({ name: "Jana Petersen" });
  timo = await office.hire({ name: "Timo Brandt" });
  const provider = await api.provider.create({ body: { name: "Nordhost" } });
  const host = await api.host.create({ body: { name: "web-03", providerId: provider.id, responsibleUserId: timo.id } });
  const customer = await api.customer.create({
    body: { name: "Amsel", responsibleUserId: jana.id, slaLevel: "premium" },
  });
  websites = [];
  for (let no = 1; no <= count; no += 1) {
    const body = { url: `http://seite-${no}.test/`, lifecycle: "live", customerId: customer.id };
    websites.push((await api.website.create({ body: { ...body, hosts: [{ id: host.id, role: "web" }] } })).id);
  }
  await pass(2);
});
afterEach(() => checks.close());

/** Lets time pass for the engine and for the messages of incidents. */
async function pass(seconds: number) {
  for (let left = seconds; left > 0; left -= 5) {
    await checks.pass(Math.min(5, left), 5);
    await tellDue(office.services);
  }
}

const all = (outcome: typeof down | undefined) => {
  for (let no = 1; no <= count; no += 1) checks.set(`seite-${no}.test`, outcome);
};
const statuses = async () => {
  const rows = await office.services.db.selectFrom("websites").select("status").where("id", "in", websites).execute();
  return rows.map(({ status }) => status);
};

describe("over the engine", () => {
  it("forty websites on a host that goes down are one incident and one message for each person, and one when it is back (A)", async () => {
    all(down);
    await pass(300);
    expect(new Set(await statuses())).toEqual(new Set(["offline"]));
    const { data } = await api.incident.find({ where: [{ field: "state", is: "oneOf", values: ["open", "claimed"] }] });
    expect(data).toMatchObject([{ state: "open", memberCount: count, root: { type: "host", label: "web-03" } }]);
    expect(await bellOf(office, jana)).toEqual([expect.stringContaining("Hoster web-03 ist gestört")]);
    expect(await bellOf(office, timo)).toHaveLength(1);

    all(undefined);
    await pass(180);
    expect(new Set(await statuses())).toEqual(new Set(["online"]));
    expect(
      (await api.incident.find({ where: [{ field: "state", is: "oneOf", values: ["open", "claimed"] }] })).data,
    ).toEqual([]);
    expect(await bellOf(office, jana)).toEqual([
      expect.stringContaining("Störung #"),
      "Behoben: Hoster web-03 ist gestört",
    ]);
    expect(await bellOf(office, timo)).toHaveLength(2);
  });

  it("the own connection that is gone is one incident, and no website is to blame for it (H)", async () => {
    for (const name of canaries) checks.set(name, down);
    all(down);
    await pass(300);
    expect(await statuses()).not.toContain("offline");
    const { data } = await api.incident.find({ where: [{ field: "state", is: "oneOf", values: ["open"] }] });
    expect(data).toMatchObject([{ title: "Eigene Internetverbindung gestört", root: null, memberCount: 0 }]);
    expect(await bellOf(office, jana)).toEqual([]);

    for (const name of canaries) checks.set(name, undefined);
    all(undefined);
    await pass(300);
    expect(new Set(await statuses())).toEqual(new Set(["online"]));
    const rows = await office.services.db.selectFrom("incidents").select(["state", "kind"]).execute();
    expect(rows).toEqual([{ state: "resolved", kind: "connectivity" }]);
    for (const id of websites) {
      const { uptime } = await api.check.availability({ type: "website", id, range: "24h" });
      expect(uptime, id).toBe(10_000);
    }
  });
});

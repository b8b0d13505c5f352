import { beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { readStatusPage } from "../../../server/features/status-pages/public-pages.ts";
import { tellEvents } from "../../support/incidents.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

const secondMs = 1000;

type Target = { type: "website" | "host"; id: string };

let office: Office;
let admin: Api;
let customerId: string;
/** Hosts of one provider, and two websites of the second. */
let hosts: Target[];
let sites: Target[];

beforeEach(async () => {
  office = await openOffice();
  admin = await office.as(await office.hire({ role: "admin" }));
  customerId = (await createRecord(admin, "customer", { name: "Weingut Amsel" })).id;
  const provider = await admin.provider.create({ body: { name: "Rechenwerk" } });
  hosts = [];
  sites = [];
  for (const name of ["web-01", "web-02", "web-03", "web-04"]) {
    const { id } = await createRecord(admin, "host", { name, providerId: provider.id });
    hosts.push({ type: "host", id });
    await createRecord(admin, "website", { name: `Von ${name}`, lifecycle: "live", hosts: [{ id, role: "web" }] });
  }
  for (const name of ["Laden", "Blog"]) {
    const on = [{ id: hosts[1]?.id ?? "", role: "web" }];
    sites.push({
      type: "website",
      id: (await createRecord(admin, "website", { name, customerId, lifecycle: "live", hosts: on })).id,
    });
  }
});

const now = () => office.services.now();
const publicIncidents = async () => {
  const { url } = await admin.statusPage.create({ customerId, name: "Amsel", websiteIds: sites.map(({ id }) => id) });
  const page = await readStatusPage(office.services, url.split("/").at(-1) ?? "");
  return page?.incidents;
};

describe("a website that was back before its incident became a part of a larger one", () => {
  let [began, back] = [new Date(0), new Date(0)];

  /** A host goes down, then two websites of another, of which one is back soon; with a third host it is the provider. */
  beforeEach(async () => {
    const [first, , third] = hosts as [Target, Target, Target];
    const [shop] = sites as [Target];
    await tellEvents(office, "down", [first]);
    office.advance(20 * secondMs);
    began = now();
    await tellEvents(office, "down", sites);
    office.advance(20 * secondMs);
    back = now();
    await tellEvents(office, "up", [shop]);
    office.advance(20 * secondMs);
    await tellEvents(office, "down", [third]);
  });

  const larger = async () => {
    const { data } = await admin.incident.list({ where: [{ field: "state", is: "oneOf", values: ["open"] }] });
    expect(data).toHaveLength(1);
    return admin.incident.read({ id: data[0]?.id ?? "" });
  };

  it("stays on the status page of its customer, from when it failed until it was back", async () => {
    expect(await publicIncidents()).toMatchObject([{ sites: ["Blog", "Laden"], startedAt: began, endedAt: null }]);
  });

  it("is a member of the larger one, and its availability names that one alone", async () => {
    const [shop] = sites as [Target];
    const incident = await larger();
    expect(incident.root).toMatchObject({ type: "provider" });
    expect(incident.members.find(({ id }) => id === shop.id)).toMatchObject({
      status: "online",
      since: began,
      until: back,
    });
    const { incidents } = await admin.check.availability({ type: "website", id: shop.id, range: "24h" });
    expect(incidents).toMatchObject([{ id: incident.id, from: began, to: back }]);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import type { MemberStatus } from "../../../contract/incidents/incident-page.ts";
import type { EndReason } from "../../../contract/incidents/incidents.ts";
import type { Api } from "../../../server/features/router.ts";
import { tellEvents } from "../../support/incidents.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let admin: Api;
let customerId: string;
let hostId: string;
let shopId: string;
let blogId: string;

beforeEach(async () => {
  office = await openOffice();
  admin = await office.as(await office.hire({ name: "Jana Petersen", role: "admin" }));
  customerId = (await createRecord(admin, "customer", { name: "Weingut Amsel" })).id;
  hostId = (await createRecord(admin, "host", { name: "web-03" })).id;
  shopId = await website("Shop");
  blogId = await website("Blog");
});

async function website(name: string): Promise<string> {
  const hosts = [{ id: hostId, role: "web" }];
  return (await createRecord(admin, "website", { name, customerId, hosts })).id;
}

const sites = (...ids: string[]) => ids.map((id) => ({ type: "website" as const, id }));
async function incidentId(): Promise<string> {
  const { data } = await admin.incident.find({});
  return data[0]?.id ?? "";
}
const draft = async () => admin.incident.customerInfo({ id: await incidentId(), customerId });

/** Puts something of the customer into the incident, as a lost host or domain would be. */
async function add(targetType: "domain" | "host", label: string, status: MemberStatus = "offline"): Promise<void> {
  const at = office.services.now().toISOString();
  const values = { incidentId: await incidentId(), targetType, targetId: label, label, status, customerId, since: at };
  await office.services.db
    .insertInto("incidentMembers")
    .values({ ...values, until: status === "offline" ? null : at })
    .execute();
}

describe("while an incident is open", () => {
  it("only what still fails is said to fail, and what is back to be back", async () => {
    await tellEvents(office, "down", sites(shopId, blogId));
    expect((await draft()).subject).toBe("Störung bei 2 Ihrer Websites");
    office.advance(60_000);
    await tellEvents(office, "up", sites(blogId));
    const { subject, text } = await draft();
    expect(subject).toBe("Störung bei Shop");
    expect(text).toMatch(/^Guten Tag,\n\nseit 20\.11\.2026, 10:13 Uhr ist Folgendes .* erreichbar:\n\n- Shop\n\n/);
    expect(text).toContain("Schon wieder in Ordnung:\n\n- Blog\n\nWir arbeiten daran");
  });

  it("a customer of whom nothing fails any more hears that it is over", async () => {
    const other = (await createRecord(admin, "customer", { name: "Kelterhaus" })).id;
    const hosts = [{ id: hostId, role: "web" }];
    const theirs = (await createRecord(admin, "website", { name: "Kelter", customerId: other, hosts })).id;
    await tellEvents(office, "down", sites(shopId, theirs));
    office.advance(60_000);
    await tellEvents(office, "up", sites(shopId));
    expect((await admin.incident.read({ id: await incidentId() })).state).toBe("open");
    const { subject, text } = await draft();
    expect(subject).toBe("Behoben: Störung bei Shop");
    expect(text).toContain("war Folgendes nicht oder nur eingeschränkt erreichbar:\n\n- Shop");
    expect(text).toContain("Die Störung ist behoben, alles läuft wieder.");
  });

  it("what failed later is not said to have failed from the start", async () => {
    await tellEvents(office, "down", sites(shopId, blogId));
    office.advance(10 * 60_000);
    const wiki = await website("Wiki");
    await tellEvents(office, "down", sites(wiki));
    await tellEvents(office, "up", sites(shopId, blogId));
    const { subject, text } = await draft();
    expect(subject).toBe("Störung bei Wiki");
    expect(text).toContain("seit 20.11.2026, 10:23 Uhr ist");
  });

  it("what is not watched any more is said neither to fail nor to be back", async () => {
    await tellEvents(office, "down", sites(shopId));
    await office.services.db
      .updateTable("incidentMembers")
      .set({ status: "ended", until: office.services.now().toISOString() })
      .execute();
    const { subject, text } = await draft();
    expect(subject).toBe("Hinweis: Störung bei Shop");
    expect(text).not.toMatch(/behoben|läuft wieder|arbeiten daran/);
  });
});

describe("an incident that somebody has closed", () => {
  const closed = async (reason: EndReason) => {
    await tellEvents(office, "down", sites(shopId, blogId));
    await admin.incident.close({ id: await incidentId(), reason });
    return draft();
  };

  it("as fixed is said to be over", async () => {
    const { subject, text } = await closed("fixed");
    expect(subject).toBe("Behoben: Störung bei 2 Ihrer Websites");
    expect(text).toContain("- Blog\n- Shop\n\nDie Störung ist behoben, alles läuft wieder.");
  });

  it("as a false alarm is said to have been none", async () => {
    const { subject, text } = await closed("falseAlarm");
    expect(subject).toBe("Entwarnung: keine Störung bei 2 Ihrer Websites");
    expect(text).toContain("gemeldet:\n\n- Blog\n- Shop\n\nDas war ein Fehlalarm: Es gab keine Störung.");
    expect(text).not.toContain("behoben");
  });

  it("as known is not said to be over", async () => {
    const { subject, text } = await closed("known");
    expect(subject).toBe("Hinweis: Störung bei 2 Ihrer Websites");
    expect(text).toContain("- Blog\n- Shop\n\nUns ist bekannt, woran das liegt.");
    expect(text).not.toMatch(/behoben|läuft wieder|arbeiten daran/);
  });
});

it("an incident that went on in a larger one is not said to be over", async () => {
  await tellEvents(office, "down", sites(shopId));
  const at = office.services.now().toISOString();
  const { db } = office.services;
  await db.updateTable("incidents").set({ state: "closed", endReason: null, endedAt: at }).execute();
  await db.updateTable("incidentMembers").set({ status: "ended", until: at }).execute();
  expect((await draft()).text).toMatch(/- Shop\n\nDas gehört zu einer größeren Störung\./);
});

describe("several things are called", () => {
  it("by what they are, and all together by a word that fits each", async () => {
    await tellEvents(office, "down", sites(shopId));
    await tellEvents(office, "up", sites(shopId));
    await office.services.db.updateTable("incidents").set({ state: "open", endReason: null, endedAt: null }).execute();
    await add("host", "web-01");
    await add("host", "web-02");
    expect((await draft()).subject).toBe("Störung bei 2 Ihrer Server");
    await add("domain", "amsel.example");
    expect((await draft()).subject).toBe("Störung bei 3 Ihrer Angebote");
    await office.services.db
      .updateTable("incidentMembers")
      .set({ status: "online", until: office.services.now().toISOString() })
      .where("targetType", "=", "host")
      .execute();
    await add("domain", "kelter.example");
    expect((await draft()).subject).toBe("Störung bei 2 Ihrer Domains");
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import type { CheckEvent } from "../../../contract/checks/events.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { refreshStatuses } from "../../../server/features/checks/refresh-statuses.ts";
import { followCheckEvents } from "../../../server/features/incidents/follow-events.ts";
import type { Api } from "../../../server/features/router.ts";
import { readStatusPage } from "../../../server/features/status-pages/public-pages.ts";
import { sendDue } from "../../support/incidents.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let admin: Api;
let hostId: string;
let websiteId: string;
let customerId: string;

beforeEach(async () => {
  office = await openOffice();
  admin = await office.as(await office.hire({ role: "admin" }));
  customerId = (await createRecord(admin, "customer", { name: "Weingut Amsel" })).id;
  hostId = (await createRecord(admin, "host", { name: "web-03", hostname: "web03.amsel.de" })).id;
  const hosts = [{ id: hostId, role: "web" }];
  websiteId = (await createRecord(admin, "website", { name: "Shop", url: "https://www.amsel.de/", hosts, customerId }))
    .id;
  const beat = { kind: "cron", label: "Nachtlauf", everySeconds: 3600 } as const;
  await admin.heartbeat.create({ target: { type: "host", id: hostId }, ...beat });
  await admin.heartbeat.create({ target: { type: "website", id: websiteId }, ...beat });
  await tell("host", hostId, { ping: "online", push: "online" });
  await tell("website", websiteId, { http: "online", tls: "online", push: "online" });
});

/** Has checks of a record turn, as the portal follows it: first their status, then what comes of it. */
async function tell(type: "host" | "website", id: string, turned: Record<string, "online" | "offline">): Promise<void> {
  office.advance(60_000);
  const at = office.services.now().toISOString();
  await transact(systemContext(office.services), async (tx) => {
    const events: CheckEvent[] = [];
    for (const [kind, status] of Object.entries(turned)) {
      const check = await tx.db
        .updateTable("checks")
        .set({ status, statusSince: at, cause: status === "offline" ? "Herzschlag ausgeblieben" : null })
        .where("kind", "=", kind as "ping")
        .where("targetId", "=", id)
        .returning("id")
        .executeTakeFirstOrThrow();
      const code = kind === "push" ? "heartbeatLate" : "timeout";
      events.push({
        id: events.length,
        at,
        checkId: check.id,
        targetType: type,
        targetId: id,
        kind: status === "offline" ? "down" : "up",
        data: { code, text: `Grund von ${kind}` },
      });
    }
    await refreshStatuses(tx, type, [id]);
    await followCheckEvents(tx, events);
  });
  await sendDue(office);
}

const open = async () => {
  const { data } = await admin.incident.find({
    where: [{ field: "state", is: "oneOf", values: ["open"] }],
  });
  return data.map(({ title }) => title).toSorted();
};

describe("a job that is silent while its host answers", () => {
  it("is an incident of its own name, and no outage of the host", async () => {
    await tell("host", hostId, { push: "offline" });
    expect(await open()).toEqual(["Nachtlauf (web-03): Herzschlag ausgeblieben"]);
    const { data } = await admin.incident.find({});
    const { members } = await admin.incident.read({ id: data[0]?.id ?? "" });
    expect(members).toMatchObject([{ label: "web-03", status: "offline", isPartial: true }]);
    await tell("host", hostId, { push: "online" });
    expect(await open()).toEqual([]);
  });

  it("is no outage either where the job is all that says anything of the host", async () => {
    const quiet = (await createRecord(admin, "host", { name: "backup-01", hostname: "backup01.amsel.de" })).id;
    const config = { isEnabled: false };
    await admin.check.configure({ type: "host", id: quiet, config, version: 0 });
    await admin.heartbeat.create({
      target: { type: "host", id: quiet },
      kind: "cron",
      label: "Sicherung",
      everySeconds: 3600,
    });
    await tell("host", quiet, { push: "offline" });
    expect((await admin.host.get({ id: quiet })).values.status).toBe("degraded");
    expect(await open()).toEqual(["Sicherung (backup-01): Herzschlag ausgeblieben"]);
    await tell("host", quiet, { push: "online" });
    expect((await admin.host.get({ id: quiet })).values.status).toBe("online");
    expect(await open()).toEqual([]);
  });

  it("blames the host for no website that fails by itself", async () => {
    await tell("host", hostId, { push: "offline" });
    await tell("website", websiteId, { http: "offline" });
    expect(await open()).toEqual(["Nachtlauf (web-03): Herzschlag ausgeblieben", "Shop ist offline"]);
  });

  it("does not keep an outage going that is over, and is looked after from then on", async () => {
    await tell("host", hostId, { ping: "offline", push: "offline" });
    expect(await open()).toEqual(["Hoster web-03 ist ausgefallen"]);
    await tell("host", hostId, { ping: "online" });
    expect(await open()).toEqual(["Nachtlauf (web-03): Herzschlag ausgeblieben"]);
    await tell("host", hostId, { push: "online" });
    expect(await open()).toEqual([]);
  });

  it("is told as an outage once everything of it fails, also to whoever heard of the job", async () => {
    await tell("host", hostId, { push: "offline" });
    await tell("host", hostId, { ping: "offline" });
    expect(await open()).toEqual(["Hoster web-03 ist ausgefallen", "Nachtlauf (web-03): Herzschlag ausgeblieben"]);
  });

  it("belongs to an outage of the host that is going on", async () => {
    await tell("host", hostId, { ping: "offline", push: "offline" });
    await tell("website", websiteId, { push: "offline" });
    expect(await open()).toEqual(["Hoster web-03 ist ausgefallen"]);
  });
});

describe("a job of a website that is silent", () => {
  it("is nobody else's business: its status page says nothing of it, and its customer is yellow", async () => {
    const { url } = await admin.statusPage.create({ customerId, name: "Amsel", websiteIds: [websiteId] });
    await tell("website", websiteId, { push: "offline" });
    expect(await open()).toEqual(["Nachtlauf (Shop): Herzschlag ausgeblieben"]);
    const page = await readStatusPage(office.services, url.split("/").at(-1) ?? "");
    expect(page).toMatchObject({ incidents: [], state: "online", sites: [{ name: "Shop", state: "online" }] });
    const { values } = await admin.customer.get({ id: customerId });
    expect(values.health).toBe("yellow");
    await tell("website", websiteId, { http: "offline" });
    expect((await admin.customer.get({ id: customerId })).values.health).toBe("red");
  });

  it("is told to the customer as what it is: a part that does not work, and no outage", async () => {
    await tell("website", websiteId, { push: "offline" });
    const { data } = await admin.incident.find({});
    const one = { id: data[0]?.id ?? "", customerId };
    const draft = await admin.incident.customerInfo(one);
    expect(draft.subject).toBe("Einschränkung bei Shop");
    expect(draft.text).toMatch(
      /^Guten Tag,\n\nseit .* Uhr ist Folgendes nur eingeschränkt nutzbar, aber erreichbar:\n\n- Shop\n\nWir arbeiten daran/,
    );
    await tell("website", websiteId, { push: "online" });
    const after = await admin.incident.customerInfo(one);
    expect(after.subject).toBe("Behoben: Einschränkung bei Shop");
    expect(after.text).toContain(
      "war Folgendes nur eingeschränkt nutzbar, aber erreichbar:\n\n- Shop\n\nDie Einschränkung ist behoben",
    );
  });

  it("stands apart in what is written of an outage that hits other things of the customer, too", async () => {
    await tell("host", hostId, { ping: "offline" });
    const blog = await createRecord(admin, "website", { name: "Blog", url: "https://blog.amsel.de/", customerId });
    const { data } = await admin.incident.find({});
    const incidentId = data[0]?.id ?? "";
    const member = { incidentId, targetType: "website" as const, status: "offline" as const, customerId, until: null };
    const since = office.services.now().toISOString();
    await office.services.db
      .insertInto("incidentMembers")
      .values([
        { ...member, targetId: blog.id, label: "Blog", since, isPartial: 0 },
        { ...member, targetId: websiteId, label: "Shop", since, isPartial: 1 },
      ])
      .execute();
    const { subject, text } = await admin.incident.customerInfo({ id: incidentId, customerId });
    expect(subject).toBe("Störung bei 2 Ihrer Websites");
    expect(text).toContain(
      "ist Folgendes nicht oder nur eingeschränkt erreichbar:\n\n- Blog\n\nDabei ist nur eingeschränkt nutzbar, aber erreichbar:\n\n- Shop",
    );
  });
});

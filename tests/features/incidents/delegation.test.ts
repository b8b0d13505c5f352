import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { sendDue, tellEvents } from "../../support/incidents.ts";
import { createRecord } from "../../support/records/records.ts";
import { type LookupDesk, openLookupDesk } from "../../support/servers/dns/lookup-desk.ts";

let desk: LookupDesk;
let jana: Person;
let janas: Api;
let id: string;

beforeEach(async () => {
  desk = await openLookupDesk();
  jana = await desk.office.hire({ name: "Jana Petersen" });
  janas = await desk.office.as(jana);
  id = (await createRecord(desk.admin, "domain", { name: "amsel.test", responsibleUserId: jana.id })).id;
});
afterEach(() => desk.close());

const look = (hours = 2) => desk.look(["dns"], hours);
const setDelegated = (is: boolean) => {
  const { ending } = desk.internet;
  delegations ??= ending.delegations;
  ending.delegations = is ? (delegations ?? []) : [];
};
let delegations: LookupDesk["internet"]["ending"]["delegations"];
beforeEach(() => {
  delegations = undefined;
});
const incidents = async () => {
  const { data } = await (await desk.office.as(jana)).incident.list({});
  return data.map(({ title, values: { state, severity } }) => [title, state, severity]);
};
const change = async (body: Record<string, unknown>) => {
  const { version } = await desk.admin.domain.get({ id });
  await desk.admin.domain.update({ params: { id }, body, version });
};
const registration = async () => (await desk.admin.domain.get({ id })).values.registration;
const title = "Domain amsel.test ist nicht mehr delegiert";

describe("a domain that its ending does not delegate is no incident", () => {
  it("where it never was delegated, and where nobody can say", async () => {
    setDelegated(false);
    await look();
    await look();
    expect(await incidents()).toEqual([]);
    setDelegated(true);
    await look();
    desk.internet.tree.set("127.0.0.2", "refuses");
    await look();
    expect(await incidents()).toEqual([]);
  });

  it("where it was cancelled for a day that has come", async () => {
    await look();
    await change({ renewDecision: "cancel", renewsAt: "2026-11-20" });
    setDelegated(false);
    await look();
    expect(await incidents()).toEqual([]);
  });

  it("where it was cancelled for a day before its next renewal, and it is not in danger then", async () => {
    await look();
    await change({ renewDecision: "cancel", endsAt: "2026-11-20", renewsAt: "2027-03-01" });
    setDelegated(false);
    await look();
    expect(await incidents()).toEqual([]);
    expect(await registration()).toBe("cancelled");
  });

  it("but is one where somebody gives it away without a day", async () => {
    await look();
    await change({ renewDecision: "handOver", renewsAt: null, endsAt: null });
    setDelegated(false);
    await look();
    expect(await incidents()).toEqual([[title, "open", "critical"]]);
    expect(await registration()).toBe("notDelegated");
  });

  it("while it is moving, but afterwards it is", async () => {
    await look();
    await change({ movingUntil: "2026-11-21" });
    setDelegated(false);
    await look();
    expect(await incidents()).toEqual([]);
    await look(48);
    expect(await incidents()).toEqual([[title, "open", "critical"]]);
  });
});

describe("a domain that is no longer delegated", () => {
  beforeEach(async () => {
    await look();
    setDelegated(false);
    await look();
  });

  it("is one critical incident, told to whoever is responsible, until it is delegated again", async () => {
    await sendDue(desk.office);
    await look();
    expect(await incidents()).toEqual([[title, "open", "critical"]]);
    const bell = () =>
      desk.office.services.db
        .selectFrom("notifications")
        .select("title")
        .where("forUserId", "=", jana.id)
        .where("category", "=", "incident")
        .orderBy("id")
        .execute();
    expect(await bell()).toEqual([{ title: `Störung #1: ${title}` }]);
    setDelegated(true);
    await look();
    expect(await incidents()).toEqual([[title, "resolved", "critical"]]);
    expect(await bell()).toEqual([{ title: `Störung #1: ${title}` }, { title: `Behoben: ${title}` }]);
  });

  it("stays one though its checks still find it in caches, and takes in the websites that lose their name with it", async () => {
    const domains = [{ id, role: "main" }];
    const website = await createRecord(desk.admin, "website", { url: "https://amsel.test/", name: "Amsel", domains });
    await tellEvents(desk.office, "up", [{ type: "domain", id }], {});
    await tellEvents(desk.office, "down", [{ type: "website", id: website.id }], {
      code: "dnsNotFound",
      text: "DNS-Name nicht auflösbar",
    });
    expect(await incidents()).toEqual([[title, "open", "critical"]]);
    const [incident] = (await janas.incident.list({})).data;
    const { members } = await janas.incident.read({ id: incident?.id ?? "" });
    expect(members.map(({ label }) => label).toSorted()).toEqual(["Amsel", "amsel.test"]);
  });

  it("is not opened again by the next look once somebody has closed it, but by the next loss", async () => {
    const [incident] = (await janas.incident.list({})).data;
    await desk.admin.incident.close({ id: incident?.id ?? "", reason: "known" });
    await look();
    expect(await incidents()).toEqual([[title, "closed", "critical"]]);
    setDelegated(true);
    await look();
    setDelegated(false);
    await look();
    expect((await incidents()).map(([, state]) => state).toSorted()).toEqual(["closed", "open"]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askReservedNames } from "../../../server/features/checks/reserved-names.ts";
import { deriveLookups } from "../../../server/features/lookups/derive.ts";
import { runDueLookups } from "../../../server/features/lookups/run.ts";
import type { Api } from "../../../server/features/router.ts";
import { openDns } from "../../../server/lookups/dns/resolver.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { mx, openTestInternet, type TestInternet } from "../../support/servers/dns/test-internet.ts";

let office: Office;
let internet: TestInternet;
let jana: Person;
let keeper: Api;
let id: string;

beforeEach(async () => {
  askReservedNames(true);
  office = await openOffice();
  internet = await openTestInternet(office.services.now);
  jana = await office.hire();
  keeper = await office.as(await office.hire({ role: "maintainer" }));
  const admin = await office.as(await office.hire({ role: "admin" }));
  const allowedNetworks = ["127.0.0.0/8"];
  await admin.setting.update({ section: "network", values: { allowedNetworks }, secrets: {}, version: 0 });
  id = (await createRecord(keeper, "domain", { name: "amsel.test", responsibleUserId: jana.id })).id;
});
afterEach(async () => {
  askReservedNames(false);
  await internet.close();
});

const tools = () => ({
  openDns: (allowedNetworks: readonly string[]) => openDns({ ...internet.options, allowedNetworks }),
  rdapServerOf: () => undefined,
});
const look = async (hours = 0) => {
  office.advance(hours * 3_600_000);
  await deriveLookups(office.services);
  await office.services.db.deleteFrom("lookups").where("kind", "<>", "dns").execute();
  return runDueLookups(office.services, tools());
};
const rowOf = async () => office.services.db.selectFrom("lookups").selectAll().where("kind", "=", "dns").execute();
const noticed = async () => (await keeper.changeEvent.list({ type: "domain", id, view: "machine" })).data;

describe("asking about a domain now", () => {
  it("is for maintainers, about domains that are asked about", async () => {
    const stranger = await office.as();
    expect((await refusalOf(stranger.lookup.ask({ id, kind: "dns" }))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(stranger.dns.get({ id }))).code).toBe("UNAUTHORIZED");
    const reader = await office.as(await office.hire({ role: "readonly" }));
    expect((await refusalOf(reader.lookup.ask({ id, kind: "dns" }))).code).toBe("FORBIDDEN");
    expect((await refusalOf(keeper.lookup.ask({ id: "nirgends", kind: "dns" }))).code).toBe("NOT_FOUND");
    expect((await refusalOf(keeper.dns.get({ id: "nirgends" }))).code).toBe("NOT_FOUND");
    expect((await refusalOf(keeper.lookup.ask({ id, kind: "spam" as "dns" }))).code).toBe("BAD_REQUEST");
    expect((await refusalOf(keeper.lookup.ask({ id, kind: "dns" }))).code).toBe("PRECONDITION_FAILED");
  });

  it("is for maintainers also where it is about many, and leaves out what is not asked about", async () => {
    const many = { kind: "dns" as const, selection: { ids: [id, "nirgends"] } };
    const reader = await office.as(await office.hire({ role: "readonly" }));
    expect((await refusalOf((await office.as()).lookup.askMany(many))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(reader.lookup.askMany(many))).code).toBe("FORBIDDEN");
    expect(await keeper.lookup.askMany(many)).toEqual({ asked: 0 });
    await look();
    expect(await keeper.lookup.askMany(many)).toEqual({ asked: 1 });
    expect(await look()).toBe(1);
  });

  it("is due at once, and not again before its time", async () => {
    expect(await look()).toBe(1);
    expect(await look()).toBe(0);
    await keeper.lookup.ask({ id, kind: "dns" });
    expect(await look()).toBe(1);
    expect(await look(2)).toBe(1);
  });

  it("is due every ten minutes for a customer with the best service level", async () => {
    const { id: customerId } = await createRecord(keeper, "customer", { slaLevel: "premium" });
    await keeper.domain.update({ params: { id }, body: { customerId } });
    expect(await look()).toBe(1);
    expect(await look(0.1)).toBe(0);
    expect(await look(0.1)).toBe(1);
  });
});

describe("what was answered", () => {
  it("is shown, and fills the domain's own fields", async () => {
    await look();
    const view = await keeper.dns.get({ id });
    expect(view).toMatchObject({ name: "amsel.test", findings: [], snapshot: { dnssec: { state: "valid" } } });
    expect(view.zoneFile).toContain("$ORIGIN amsel.test.");
    expect(view.mail).toMatchObject({ grade: "B", hasMail: true });
    expect((await keeper.domain.get({ id })).values.mail).toBe("B");
    expect((await keeper.domain.get({ id })).values).toMatchObject({
      nameservers: ["ns1.amsel.test", "ns2.amsel.test"],
      dnssec: true,
      dmarc: "reject",
      caa: ["letsencrypt.org"],
    });
    expect(await noticed()).toEqual([]);
  });

  it("is compared with what was, and told to whoever is responsible", async () => {
    await look();
    const other = [mx("amsel.test", "mx.other.example")];
    internet.amsel.records = [...internet.amsel.records.filter(({ type }) => type !== "MX"), ...other];
    await look(2);
    expect(await noticed()).toMatchObject([{ kind: "mx", part: "amsel.test MX", isPlanned: false }]);
    const janas = await office.as(jana);
    const { data } = await janas.notification.list({ limit: 5, where: { forUserId: jana.id } });
    expect(data.map(({ title }) => title)).toContain("E-Mail-Server (MX) geändert: amsel.test");
    await look(2);
    expect(await noticed()).toHaveLength(1);
  });

  it("is said of signatures that end soon without an emergency, and of their renewal to nobody", async () => {
    await look();
    const { signedUntil } = internet.amsel;
    internet.amsel.signedUntil = new Date(office.services.now().getTime() + 48 * 3_600_000);
    await look(2);
    const told = () => office.services.db.selectFrom("notifications").select(["title", "severity"]).execute();
    expect(await told()).toEqual([{ title: "DNSSEC-Signaturen laufen bald ab: amsel.test", severity: "normal" }]);
    Object.assign(internet.amsel, { signedUntil });
    await look(2);
    expect(await told()).toHaveLength(1);
    expect((await noticed()).map((entry) => entry.by === "machine" && entry.kind)).toEqual([
      "signaturesRenewed",
      "signaturesEnding",
    ]);
  });

  it("is no DNSSEC of a domain whose keys at the registry nobody can check", async () => {
    const delegation = internet.ending.delegations?.[0];
    const ds = delegation?.ds?.[0];
    if (ds?.type === "DS") delegation?.ds?.splice(0, 1, { ...ds, data: { ...ds.data, algorithm: 12 } });
    await look();
    expect((await keeper.domain.get({ id })).values).toMatchObject({ dnssec: false });
  });

  it("was planned while the domain is moving", async () => {
    await look();
    const { version } = await keeper.domain.get({ id });
    await keeper.domain.update({ params: { id }, body: { movingUntil: "2026-11-30" }, version });
    internet.ending.delegations = [];
    await look(2);
    expect(await noticed()).toMatchObject([{ kind: "delegation", after: ["keine"], isPlanned: true }]);
    expect((await keeper.domain.get({ id })).values).toMatchObject({
      delegation: "notDelegated",
      registration: "notDelegated",
    });
  });

  it("stays when nobody answers any more, with the reason and longer and longer waits", async () => {
    await look();
    internet.tree.set("127.0.0.1", "silent");
    await look(2);
    const [failed] = await rowOf();
    expect(failed).toMatchObject({ failures: 1, error: "Der Nameserver antwortet nicht.", claimedBy: null });
    expect(failed?.answerJson).not.toBeNull();
    expect((await keeper.dns.get({ id })).lookup).toMatchObject({ error: "Der Nameserver antwortet nicht." });
    await look(1);
    const wait = async () => Date.parse((await rowOf())[0]?.dueAt ?? "") - office.services.now().getTime();
    expect(await wait()).toBeGreaterThan(8 * 60_000);
    expect(await noticed()).toEqual([]);
  });
});

it("of two processes only one asks, and a claim of a dead one runs out", async () => {
  await deriveLookups(office.services);
  await office.services.db.deleteFrom("lookups").where("kind", "<>", "dns").execute();
  const both = await Promise.all([runDueLookups(office.services, tools()), runDueLookups(office.services, tools())]);
  expect(both.reduce((sum, asked) => sum + asked, 0)).toBe(1);
  const claimedUntil = new Date(office.services.now().getTime() + 60_000).toISOString();
  await office.services.db
    .updateTable("lookups")
    .set({ claimedBy: "somebody", claimedUntil, dueAt: office.services.now().toISOString() })
    .execute();
  expect(await look()).toBe(0);
  expect(await look(1)).toBe(1);
});

it("archived domains are asked about no more", async () => {
  await look();
  await keeper.domain.archive({ id });
  expect(await look(2)).toBe(0);
  expect(await rowOf()).toEqual([]);
});

import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { mayReplace } from "../../../contract/terms/sources.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { isPostgres } from "../../../server/db/postgres/is-postgres.ts";
import { askReservedNames } from "../../../server/features/checks/reserved-names.ts";
import { deriveLookups } from "../../../server/features/lookups/derive.ts";
import { runDueLookups } from "../../../server/features/lookups/run.ts";
import { askDueRegistrars } from "../../../server/features/registrar-connections/run.ts";
import { remindOfDeadlines } from "../../../server/features/reminders/remind.ts";
import type { Api } from "../../../server/features/router.ts";
import { tendTerms } from "../../../server/features/terms/roll-over.ts";
import { internetDns, openDns } from "../../../server/lookups/dns/resolver.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { openRdapServer, type RdapServer, rdapDates, rdapDomain } from "../../support/servers/rdap-server.ts";
import { openTestRegistrar, registrarKeys, type TestRegistrar } from "../../support/servers/registrars.ts";

let office: Office;
let registry: RdapServer;
let registrar: TestRegistrar | undefined;
let api: Api;

beforeEach(async () => {
  askReservedNames(true);
  office = await openOffice();
  registry = await openRdapServer();
  api = await office.as(await office.hire({ role: "admin" }));
  const values = { allowedNetworks: ["127.0.0.0/8"] };
  await api.setting.update({ section: "network", values, secrets: {}, version: 0 });
});
afterEach(async () => {
  askReservedNames(false);
  await registry.close();
  await registrar?.close();
  registrar = undefined;
});

const today = () => portalDate(office.services.now());
/** The office's day is 20.11.2026 when it opens. */
async function wait(until: string): Promise<void> {
  office.advance(Date.parse(until) - Date.parse(today()));
  api = await office.as(await office.hire({ role: "admin" }));
}

async function look(): Promise<void> {
  await deriveLookups(office.services);
  await office.services.db.deleteFrom("lookups").where("kind", "<>", "registration").execute();
  await office.services.db.updateTable("lookups").set({ dueAt: office.services.now().toISOString() }).execute();
  await office.services.db.deleteFrom("lookupPaces").execute();
  const { now } = office.services;
  await runDueLookups(office.services, {
    openDns: (allowedNetworks) => openDns({ ...internetDns, roots: [], allowedNetworks, now }),
    rdapServerOf: () => registry.url,
  });
}

const says = (name: string, registeredOn: string, expiresOn: string) => {
  registry.answer = () => rdapDomain(name, rdapDates(registeredOn, expiresOn));
};
const add = async (name: string, body: RecordBody = {}) => (await createRecord(api, "domain", { name, ...body })).id;
const valuesOf = async (id: string) => (await api.domain.get({ id })).values;
const rowsOf = (id: string) =>
  office.services.db.selectFrom("terms").selectAll().where("targetId", "=", id).orderBy("id").execute();
const deadlinesOf = (id: string) =>
  office.services.db
    .selectFrom("deadlines")
    .select(["kind", "dueOn", "source", "certainty"])
    .where("targetId", "=", id)
    .where("state", "=", "open")
    .orderBy("kind")
    .execute();

describe("dates of a registry", () => {
  it("fill what nobody entered, as certain, with deadlines after them", async () => {
    says("amsel.com", "2014-11-12", "2027-11-12");
    const id = await add("amsel.com", { noticeDays: 30 });
    await look();
    expect(await valuesOf(id)).toMatchObject({
      registeredAt: "2014-11-12",
      renewsAt: "2027-11-12",
      cancelBy: "2027-10-13",
    });
    expect((await rowsOf(id)).at(-1)).toMatchObject({ source: "registry", certainty: "certain", toOn: "2027-11-12" });
    expect(await deadlinesOf(id)).toEqual([
      { kind: "domainCancel", dueOn: "2027-10-13", source: "registry", certainty: "certain" },
      { kind: "domainRenewal", dueOn: "2027-11-12", source: "registry", certainty: "certain" },
    ]);
    const { version } = await api.domain.get({ id });
    const rows = await rowsOf(id);
    await look();
    expect((await api.domain.get({ id })).version).toBe(version);
    expect(await rowsOf(id)).toEqual(rows);
  });

  it("leave a day that somebody entered, say that it differs, and take its place when somebody wants it", async () => {
    says("amsel.com", "2014-11-12", "2027-11-12");
    const id = await add("amsel.com", { renewsAt: "2027-03-01", registeredAt: "2015-01-01" });
    await look();
    expect(await valuesOf(id)).toMatchObject({ registeredAt: "2015-01-01", renewsAt: "2027-03-01" });
    const renewal = { on: "2027-03-01", source: "manual" };
    expect(await api.registration.get({ id })).toMatchObject({ renewal, otherDay: "2027-11-12" });
    expect(await deadlinesOf(id)).toMatchObject([{ dueOn: "2027-03-01", source: "manual" }]);

    const reader = await office.as(await office.hire({ role: "readonly" }));
    expect((await refusalOf((await office.as()).registration.adoptExpiry({ id }))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(reader.registration.adoptExpiry({ id }))).code).toBe("FORBIDDEN");
    expect((await refusalOf(api.registration.adoptExpiry({ id: "nirgends" }))).code).toBe("NOT_FOUND");
    expect((await refusalOf(api.registration.adoptExpiry({ id, version: 99 }))).code).toBe("CONFLICT");
    const { version } = await api.domain.get({ id });
    await api.registration.adoptExpiry({ id, version });
    expect(await api.registration.get({ id })).toMatchObject({
      renewal: { on: "2027-11-12", source: "registry" },
      otherDay: null,
    });
    expect(await deadlinesOf(id)).toMatchObject([{ dueOn: "2027-11-12", source: "registry" }]);
  });

  it("cannot be adopted where the registry names none that is to come", async () => {
    const id = await add("amsel.com", { renewsAt: "2027-03-01" });
    expect((await refusalOf(api.registration.adoptExpiry({ id, version: 1 }))).code).toBe("PRECONDITION_FAILED");
    says("amsel.com", "2014-11-12", "2026-11-12");
    await look();
    expect((await refusalOf(api.registration.adoptExpiry({ id, version: 1 }))).code).toBe("PRECONDITION_FAILED");
    expect(await valuesOf(id)).toMatchObject({ renewsAt: "2027-03-01" });
  });

  it("that are over are waited for by nobody", async () => {
    says("amsel.com", "2014-11-12", "2026-11-12");
    const id = await add("amsel.com");
    await look();
    expect(await valuesOf(id)).toMatchObject({ registryExpiresAt: "2026-11-12", renewsAt: null });
    expect(await deadlinesOf(id)).toEqual([]);
  });

  it("make certain what was calculated when a year was over", async () => {
    says("amsel.com", "2014-11-12", "2026-12-12");
    const id = await add("amsel.com");
    await look();
    await wait("2026-12-13");
    await tendTerms(office.services);
    expect(await valuesOf(id)).toMatchObject({ renewsAt: "2027-12-12" });
    expect(await deadlinesOf(id)).toMatchObject([{ dueOn: "2027-12-12", source: "computed", certainty: "estimated" }]);
    await look();
    expect(await deadlinesOf(id)).toMatchObject([{ dueOn: "2027-12-12", certainty: "estimated" }]);
    says("amsel.com", "2014-11-12", "2027-12-12");
    await look();
    expect(await deadlinesOf(id)).toMatchObject([{ dueOn: "2027-12-12", source: "registry", certainty: "certain" }]);
  });

  it("stay those of the registry when somebody changes something else", async () => {
    says("amsel.com", "2014-11-12", "2027-11-12");
    const id = await add("amsel.com");
    await look();
    const { version } = await api.domain.get({ id });
    await api.domain.update({ params: { id }, body: { noticeDays: 14 }, version });
    expect((await rowsOf(id)).at(-1)).toMatchObject({ source: "registry", cancelBy: "2027-10-29" });
    await api.domain.update({ params: { id }, body: { renewsAt: "2027-10-31" }, version: version + 1 });
    expect((await rowsOf(id)).at(-1)).toMatchObject({ source: "manual", toOn: "2027-10-31" });
  });

  it("of a period that can no longer be left are told with it", async () => {
    says("amsel.com", "2014-11-30", "2026-11-30");
    const id = await add("amsel.com", { noticeDays: 30 });
    await look();
    expect(await valuesOf(id)).toMatchObject({ renewsAt: "2026-11-30", cancelBy: "2027-10-31" });
    expect((await api.registration.get({ id })).renewal).toEqual({ on: "2026-11-30", source: "registry" });
    const { periods } = await api.term.list({ type: "domain", id });
    expect(periods.find(({ to }) => to === "2026-11-30")).toMatchObject({ source: "registry", certainty: "certain" });
    expect(periods.find(({ to }) => to === "2027-11-30")).toMatchObject({ source: "computed", certainty: "estimated" });
    const rows = await rowsOf(id);
    await look();
    expect(await rowsOf(id)).toEqual(rows);
  });

  it("give way to the contract that a registrar or a table knows, and have a field of their own", async () => {
    says("amsel.com", "2014-11-12", "2027-11-12");
    const id = await add("amsel.com");
    await look();
    const stock = { domains: [{ name: "amsel.com", renews: "2027-10-30" }], now: office.services.now };
    registrar = await openTestRegistrar("inwx", stock);
    const { id: registrarAccountId } = await createRecord(api, "registrarAccount", { name: "Hauptkonto" });
    const values = { ...registrarKeys.inwx, server: registrar.receiver.url };
    await api.registrarConnection.create({ body: { service: "inwx", registrarAccountId, values } });
    await askDueRegistrars(office.services);
    const renewal = { on: "2027-10-30", source: "registrar" };
    expect(await api.registration.get({ id })).toMatchObject({ renewal, otherDay: null });
    // In the registry's grace for renewals its day is a year ahead, whatever becomes of the contract.
    says("amsel.com", "2014-11-12", "2028-11-12");
    for (let day = 0; day < 3; day += 1) await look();
    expect(await api.registration.get({ id })).toMatchObject({ renewal, otherDay: null });
    expect(await valuesOf(id)).toMatchObject({ renewsAt: "2027-10-30", registryExpiresAt: "2028-11-12" });
    const order = (["registrar", "import", "registry", "computed"] as const).entries();
    for (const [rank, source] of order)
      for (const [other, known] of (["registrar", "import", "registry", "computed"] as const).entries())
        expect(mayReplace(source, known)).toBe(rank <= other);
  });

  it("move nothing that is cancelled", async () => {
    const id = await add("amsel.com", { renewsAt: "2027-05-01", renewDecision: "cancel" });
    // As it was entered before the portal wrote periods.
    const { db } = office.services;
    await sql`drop trigger terms_go_with_their_record ${isPostgres(db) ? sql`on terms` : sql``}`.execute(db);
    await db.deleteFrom("terms").execute();
    says("amsel.com", "2014-11-12", "2027-11-12");
    await look();
    expect(await valuesOf(id)).toMatchObject({ renewsAt: "2027-05-01", renewDecision: "cancel" });
  });
});

it("what calculates with dates uses those of the registry", async () => {
  const jana = await office.hire();
  says("amsel.com", "2014-12-20", "2026-12-20");
  const id = await add("amsel.com", { responsibleUserId: jana.id, costCents: 1200 });
  await look();
  const listed = (await api.deadline.list({ limit: 50 })).data;
  expect(listed).toMatchObject([{ kind: "domainRenewal", dueOn: "2026-12-20", source: "registry", amountCents: 1200 }]);
  expect((await api.dashboard.renewals()).days).toMatchObject([{ on: "2026-12-20", domains: 1 }]);
  const { items } = await api.costForecast.items({ month: "2026-12", scenario: "planned" });
  expect(items).toMatchObject([{ on: "2026-12-20", record: { id }, costCents: 1200 }]);
  await remindOfDeadlines(office.services);
  const told = office.services.db.selectFrom("notifications").select("title").where("forUserId", "=", jana.id);
  expect(await told.execute()).toMatchObject([{ title: expect.stringContaining("amsel.com") }]);
});

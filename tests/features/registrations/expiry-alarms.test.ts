import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dayMs } from "../../../contract/time/durations.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { askReservedNames } from "../../../server/features/checks/reserved-names.ts";
import { deriveLookups } from "../../../server/features/lookups/derive.ts";
import { runDueLookups } from "../../../server/features/lookups/run.ts";
import { askDueRegistrars } from "../../../server/features/registrar-connections/run.ts";
import type { Api } from "../../../server/features/router.ts";
import { internetDns, openDns } from "../../../server/lookups/dns/resolver.ts";
import type { Person, Services } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { openRdapServer, type RdapServer, rdapDates, rdapDomain } from "../../support/servers/rdap-server.ts";
import { openTestRegistrar, registrarKeys, type TestRegistrar } from "../../support/servers/registrars.ts";

/** Scenario B: no word of an expiry that no source has named, and nothing in the log about what a registry keeps to itself. */

let office: Office;
let services: Services;
let registry: RdapServer;
let registrar: TestRegistrar | undefined;
let admin: Api;
let jana: Person;
/** What the portal logged as a warning or worse. */
let logged: string[];

beforeEach(async () => {
  askReservedNames(true);
  office = await openOffice();
  logged = [];
  services = { ...office.services, log: pino({ level: "warn" }, { write: (line) => void logged.push(line) }) };
  registry = await openRdapServer();
  admin = await office.as(await office.hire({ role: "admin" }));
  jana = await office.hire({ name: "Jana Petersen" });
  const values = { allowedNetworks: ["127.0.0.0/8"] };
  await admin.setting.update({ section: "network", values, secrets: {}, version: 0 });
});
afterEach(async () => {
  askReservedNames(false);
  await registry.close();
  await registrar?.close();
  registrar = undefined;
});

const add = async (name: string, body = {}) =>
  (await createRecord(admin, "domain", { name, responsibleUserId: jana.id, ...body })).id;

/** A day of the portal: the registry and the registrars are asked, and everything that repeats runs. */
async function passDay(): Promise<void> {
  const { db, now } = services;
  await deriveLookups(services, ["registration"]);
  const tools = {
    openDns: (allowedNetworks: readonly string[]) => openDns({ ...internetDns, roots: [], allowedNetworks, now }),
    rdapServerOf: () => registry.url,
  };
  // One after the other, since a registry is asked one question at a time.
  for (const { targetId } of await db.selectFrom("lookups").select("targetId").execute()) {
    await db.deleteFrom("lookupPaces").execute();
    await db
      .updateTable("lookups")
      .set({ dueAt: addDays(portalDate(now()), 1) })
      .execute();
    await db.updateTable("lookups").set({ dueAt: now().toISOString() }).where("targetId", "=", targetId).execute();
    await runDueLookups(services, tools, { kinds: ["registration"] });
  }
  await askDueRegistrars(services);
  for (const name of ["terms", "deadlines", "reminders"]) await services.jobs.run(services, name);
}

/** So many steps of ten days. */
async function pass(steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await passDay();
    office.advance(10 * dayMs);
  }
}

const deadlinesOf = (id: string) =>
  services.db.selectFrom("deadlines").select(["kind", "dueOn", "source"]).where("targetId", "=", id).execute();
const told = () => services.db.selectFrom("notifications").select(["title"]).where("forUserId", "=", jana.id).execute();
const alarms = () => services.db.selectFrom("incidents").select("id").execute();

const quiet = ["amsel.de", "amsel.at", "amsel.ch", "amsel.li", "amsel.eu"];
const today = () => portalDate(office.services.now());

describe("a domain whose registry names no day of expiry", () => {
  it("alarms nobody in a year and more, whatever the registry answers, and leaves no line in the log", async () => {
    registry.answer = (path) => {
      const name = path.split("/").at(-1) ?? "";
      // It names a day all the same: one that is to come at first, and that is over before the year is.
      return rdapDomain(name, { status: ["active"], ...rdapDates("2014-12-01", "2026-12-10") });
    };
    const ids = await Promise.all(quiet.map((name) => add(name)));
    await pass(40);
    expect(registry.asked.length).toBeGreaterThanOrEqual(40 * quiet.length);
    for (const id of ids) {
      const { values } = await admin.domain.get({ id });
      expect(values).toMatchObject({ renewsAt: null, registryExpiresAt: null, registeredAt: "2014-12-01" });
      expect(await admin.registration.get({ id })).toMatchObject({
        renewal: null,
        otherDay: null,
        note: expect.stringContaining("veröffentlicht die Registry kein Ablaufdatum"),
      });
      expect(await deadlinesOf(id)).toEqual([]);
    }
    expect((await admin.deadline.list({ limit: 50 })).data).toEqual([]);
    expect(await told()).toEqual([]);
    expect(await alarms()).toEqual([]);
    expect(logged).toEqual([]);
  });

  it("is told about once its registrar names the day", async () => {
    registry.answer = () => rdapDomain("amsel.de", { status: ["active"], events: [] });
    const renews = addDays(today(), 25);
    registrar = await openTestRegistrar("inwx", { domains: [{ name: "amsel.de", renews }], now: services.now });
    const id = await add("amsel.de");
    await pass(1);
    expect([await deadlinesOf(id), await told()]).toEqual([[], []]);
    const { id: registrarAccountId } = await createRecord(admin, "registrarAccount", { name: "Hauptkonto" });
    const values = { ...registrarKeys.inwx, server: registrar.receiver.url };
    await admin.registrarConnection.create({ body: { service: "inwx", registrarAccountId, values } });
    await pass(1);
    expect(await deadlinesOf(id)).toEqual([{ kind: "domainRenewal", dueOn: renews, source: "registrar" }]);
    expect(await told()).toMatchObject([{ title: expect.stringContaining("amsel.de") }]);
    expect(logged).toEqual([]);
  });

  it("is told about once somebody enters the day", async () => {
    registry.answer = () => rdapDomain("amsel.de", { status: ["active"], events: [] });
    const id = await add("amsel.de");
    await pass(1);
    expect(await told()).toEqual([]);
    const renewsAt = addDays(today(), 14);
    const { version } = await admin.domain.get({ id });
    await admin.domain.update({ params: { id }, body: { renewsAt }, version });
    await pass(1);
    expect(await deadlinesOf(id)).toEqual([{ kind: "domainRenewal", dueOn: renewsAt, source: "manual" }]);
    expect(await told()).toMatchObject([{ title: expect.stringContaining("amsel.de") }]);
    expect(logged).toEqual([]);
  });

  it("stays without a word where the registry does not answer or does not know it", async () => {
    const id = await add("amsel.de");
    registry.answer = () => ({ status: 503, body: "" });
    await pass(4);
    registry.answer = () => ({ status: 404, body: JSON.stringify({ errorCode: 404 }) });
    await pass(4);
    expect(await deadlinesOf(id)).toEqual([]);
    expect(
      (await told()).map(({ title }) => title).filter((title) => /verlänger|abgelaufen|läuft ab/i.test(title)),
    ).toEqual([]);
    expect(logged).toEqual([]);
  });
});

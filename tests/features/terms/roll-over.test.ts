import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RecordBody } from "../../../contract/records/rows.ts";
import type { TermType } from "../../../contract/terms/term-types.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import type { Api } from "../../../server/features/router.ts";
import { tendTerms } from "../../../server/features/terms/roll-over.ts";
import { createSampleAgency } from "../../../server/sample/agency.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let api: Api;
let maren: Person;

async function open(): Promise<void> {
  office = await openOffice();
  maren = await office.hire({ name: "Maren Otto" });
  api = await office.as(await office.hire({ role: "admin" }));
}

const today = () => portalDate(office.services.now());
/** The office's day is 20.11.2026 when it opens. */
async function wait(until: string): Promise<void> {
  office.advance(Date.parse(until) - Date.parse(today()));
  api = await office.as(await office.hire({ role: "admin" }));
  await tendTerms(office.services);
}

const add = async (type: TermType, body: RecordBody) => (await createRecord(api, type, body)).id;
const valuesOf = async (type: TermType, id: string) => (await api[type].get({ id })).values;
const rowsOf = (id: string) =>
  office.services.db.selectFrom("terms").selectAll().where("targetId", "=", id).orderBy("id").execute();
const told = () =>
  office.services.db.selectFrom("notifications").selectAll().where("forUserId", "=", maren.id).execute();

describe("what runs for a time", () => {
  beforeEach(open);

  const contract = { startAt: "2026-01-01", endAt: "2026-12-31", periodMonths: 12, noticeMonths: 3 } as const;

  test("goes on into the next period, and asks anew from its last day to cancel on", async () => {
    const id = await add("contract", { ...contract, endAt: "2027-12-31", renewDecision: "keep" });
    expect(await valuesOf("contract", id)).toMatchObject({ cancelBy: "2027-09-30", renewDecision: "keep" });
    await wait("2027-09-30");
    expect(await valuesOf("contract", id)).toMatchObject({ cancelBy: "2027-09-30", renewDecision: "keep" });
    await wait("2027-10-01");
    expect(await valuesOf("contract", id)).toMatchObject({
      endAt: "2027-12-31",
      cancelBy: "2028-09-30",
      renewDecision: "open",
    });
    await wait("2028-01-01");
    expect(await valuesOf("contract", id)).toMatchObject({
      endAt: "2028-12-31",
      cancelBy: "2028-09-30",
      status: "active",
    });
    expect(await told()).toEqual([]);
  });

  test("says once to who is responsible that it went on without a decision, and keeps that", async () => {
    const domain = { registeredAt: "2020-03-31", renewsAt: "2027-03-31", noticeDays: 30, responsibleUserId: maren.id };
    const id = await add("domain", { ...domain, name: "amsel.example" });
    await wait("2027-03-02");
    await wait("2027-03-03");
    expect(await valuesOf("domain", id)).toMatchObject({ renewsAt: "2027-03-31", cancelBy: "2028-03-01" });
    expect(await told()).toEqual([
      expect.objectContaining({
        title: "Verlängert ohne Entscheidung: amsel.example",
        message: expect.stringContaining("bis 01.03.2027 hat niemand entschieden"),
      }),
    ]);
    expect(await rowsOf(id)).toContainEqual(
      expect.objectContaining({ toOn: "2027-03-31", outcome: "renewed", decision: "open" }),
    );
  });

  test("says so to the maintainers where nobody is responsible, or somebody who has left", async () => {
    const timo = await office.hire({ name: "Timo Brandt", role: "maintainer" });
    const domain = { renewsAt: "2027-03-31", noticeDays: 30 };
    await add("domain", { ...domain, name: "niemand.example" });
    await add("domain", { ...domain, name: "verlassen.example", responsibleUserId: maren.id });
    await office.services.db
      .updateTable("users")
      .set({ deactivatedAt: "2026-12-01T00:00:00.000Z" })
      .where("id", "=", maren.id)
      .execute();
    await wait("2027-03-02");
    const all = await office.services.db.selectFrom("notifications").select(["forUserId", "title"]).execute();
    expect(all.sort((one, other) => one.title.localeCompare(other.title))).toEqual([
      { forUserId: timo.id, title: "Verlängert ohne Entscheidung: niemand.example" },
      { forUserId: timo.id, title: "Verlängert ohne Entscheidung: verlassen.example" },
    ]);
  });

  test("that was missed for years is caught up with, period by period, and told of once", async () => {
    const id = await add("domain", {
      renewsAt: "2027-02-28",
      registeredAt: "2024-02-29",
      noticeDays: 0,
      responsibleUserId: maren.id,
    });
    await wait("2032-01-15");
    expect(await valuesOf("domain", id)).toMatchObject({ renewsAt: "2032-02-29", cancelBy: "2032-02-29" });
    const passed = (await rowsOf(id)).filter(({ decision, outcome }) => outcome === "renewed" && decision === "open");
    expect(passed.map(({ toOn }) => toOn)).toEqual([
      "2027-02-28",
      "2028-02-29",
      "2029-02-28",
      "2030-02-28",
      "2031-02-28",
    ]);
    expect(await told()).toHaveLength(1);
  });

  test("ends once it was cancelled, and says what hangs on it", async () => {
    const host = await add("host", {
      name: "web01",
      renewsAt: "2027-01-31",
      periodMonths: 12,
      noticeDays: 30,
      responsibleUserId: maren.id,
    });
    await createRecord(api, "website", { name: "Amsel", hosts: [{ id: host, role: "web" }] });
    await api.host.update({ params: { id: host }, body: { renewDecision: "cancel" } });
    expect(await valuesOf("host", host)).toMatchObject({ endsAt: "2027-01-31", lifecycle: "active" });
    await wait("2027-01-31");
    expect(await valuesOf("host", host)).toMatchObject({ lifecycle: "active" });
    await wait("2027-02-01");
    await wait("2027-02-02");
    expect(await valuesOf("host", host)).toMatchObject({ renewsAt: "2027-01-31", lifecycle: "shutDown" });
    const ended = { title: "Beendet: web01", message: expect.stringContaining("Daran hängt noch: Amsel.") };
    expect(await told()).toEqual([expect.objectContaining(ended)]);
  });

  test("that is cancelled too late ends a period later, and renews itself until then", async () => {
    const id = await add("domain", { renewsAt: "2026-12-01", noticeDays: 30 });
    await api.domain.update({ params: { id }, body: { renewDecision: "handOver" } });
    expect(await valuesOf("domain", id)).toMatchObject({ renewsAt: "2026-12-01", endsAt: "2027-12-01" });
    await wait("2027-01-10");
    expect(await valuesOf("domain", id)).toMatchObject({ renewsAt: "2027-12-01", renewDecision: "handOver" });
  });

  test("that does not renew itself ends", async () => {
    const id = await add("contract", { ...contract, autoRenew: false });
    const leased = await add("device", { ownership: "leased", leasingEndAt: "2027-01-31" });
    await wait("2027-02-01");
    expect(await valuesOf("contract", id)).toMatchObject({ status: "ended", endAt: "2026-12-31" });
    expect(await valuesOf("device", leased)).toMatchObject({ leasingEndAt: "2027-01-31", leasingDecision: "open" });
    expect((await rowsOf(leased)).at(-1)).toMatchObject({ outcome: "ended", toOn: "2027-01-31" });
  });

  test("by the month never drifts from the 31st", async () => {
    const id = await add("host", { renewsAt: "2027-01-31", periodMonths: 1 });
    for (const [day, end] of [
      ["2027-02-01", "2027-02-28"],
      ["2027-03-01", "2027-03-31"],
      ["2027-04-15", "2027-04-30"],
      ["2027-05-20", "2027-05-31"],
    ] as const) {
      await wait(day);
      expect(await valuesOf("host", id)).toMatchObject({ renewsAt: end });
    }
    expect(await told()).toEqual([]);
  });

  test("is not touched a second time, and keeps its history", async () => {
    const id = await add("contract", contract);
    await wait("2027-01-01");
    const [first, { version }] = [await rowsOf(id), await api.contract.get({ id })];
    await tendTerms(office.services);
    expect(await rowsOf(id)).toEqual(first);
    expect((await api.contract.get({ id })).version).toBe(version);
    const { data } = await api.change.list({ type: "contract", id });
    expect(data[0]).toMatchObject({ by: null, what: "deadline.renewed" });
    const updated = data.find(({ what }) => what === "updated");
    expect(updated).toMatchObject({ by: null });
    expect(updated?.fields.map(({ field }) => field)).toEqual(["endAt"]);
  });
});

describe("the sample agency, when nobody edits anything", () => {
  beforeAll(async () => {
    office = await openOffice();
    const admin = await office.hire({ role: "admin" });
    await createSampleAgency(office.services, admin);
    api = await office.as(admin);
  });

  test.each([
    ["400 days later", 400],
    ["five years later", 5 * 365 + 1 - 400],
  ])("is right %s", async (_, days) => {
    await wait(addDays(today(), days));
    const day = today();
    const db = office.services.db;
    const contracts = await db.selectFrom("contracts").selectAll().where("status", "=", "active").execute();
    expect(contracts.length).toBeGreaterThan(30);
    expect(contracts.filter(({ autoRenew, cancelBy }) => autoRenew === 1 && !(cancelBy && cancelBy >= day))).toEqual(
      [],
    );
    expect(contracts.filter(({ endAt }) => !endAt || endAt < day)).toEqual([]);
    const domains = await db.selectFrom("domains").selectAll().where("renewsAt", "<", day).execute();
    expect(domains.filter(({ renewDecision }) => renewDecision !== "cancel")).toEqual([]);
    const hosts = await db.selectFrom("hosts").selectAll().where("renewsAt", "<", day).execute();
    expect(hosts.filter(({ lifecycle }) => lifecycle !== "shutDown")).toEqual([]);
    const { days: renewals } = await api.dashboard.renewals();
    expect(renewals.reduce((sum, each) => sum + each.domains, 0)).toBeGreaterThan(20);
  });
});

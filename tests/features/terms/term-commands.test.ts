import { beforeEach, describe, expect, test } from "vitest";
import { dayMs } from "../../../contract/time/durations.ts";
import type { Api } from "../../../server/features/router.ts";
import { tendTerms } from "../../../server/features/terms/roll-over.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let api: Api;
let member: Api;

/** The office's day is 20.11.2026. */
beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "admin", name: "Timo Brandt" }));
  member = await office.as(await office.hire({ name: "Jana Petersen" }));
});

const aDomain = async (name = "amsel.example") =>
  (
    await createRecord(api, "domain", {
      name,
      renewsAt: "2027-03-31",
      noticeDays: 30,
      costCents: 1000,
      priceCents: 2000,
    })
  ).id;
const domainOf = async (id: string) => (await api.domain.get({ id })).values;

describe("a decision about a term", () => {
  test("is refused to strangers, and to who may only look", async () => {
    const input = { type: "domain", id: await aDomain(), decision: "keep", version: 1 } as const;
    expect(await refusalOf((await office.as()).term.decide(input))).toMatchObject({ code: "UNAUTHORIZED" });
    const reader = await office.as(await office.hire({ role: "readonly" }));
    expect(await refusalOf(reader.term.decide(input))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusalOf(reader.term.renew({ type: "domain", id: input.id, version: 1 }))).toMatchObject({
      code: "FORBIDDEN",
    });
  });

  test("needs a version, something to decide about, and one that exists there", async () => {
    const id = await aDomain();
    const decide = { type: "domain", id, decision: "keep" } as const;
    expect(await refusalOf(member.term.decide(decide))).toMatchObject({ fields: { version: expect.anything() } });
    expect(await refusalOf(api.term.decide({ ...decide, effectiveOn: "2027-03-31" }))).toMatchObject({
      fields: { effectiveOn: expect.anything() },
    });
    const dateless = (await createRecord(api, "domain", { renewsAt: null })).id;
    expect(await refusalOf(api.term.decide({ ...decide, id: dateless }))).toMatchObject({
      code: "PRECONDITION_FAILED",
    });
    const contract = (await createRecord(api, "contract", { endAt: "2027-12-31" })).id;
    expect(await refusalOf(api.term.decide({ type: "contract", id: contract, decision: "handOver" }))).toMatchObject({
      fields: { decision: expect.anything() },
    });
    expect(await refusalOf(api.term.decide({ ...decide, id: "nirgends" }))).toMatchObject({ code: "NOT_FOUND" });
  });

  test("does not overwrite what somebody else has changed meanwhile", async () => {
    const id = await aDomain();
    await api.domain.update({ params: { id }, body: { purpose: "mail" } });
    const late = member.term.decide({ type: "domain", id, decision: "cancel", version: 1 });
    expect(await refusalOf(late)).toMatchObject({ code: "CONFLICT" });
    expect(await domainOf(id)).toMatchObject({ renewDecision: "open" });
  });

  test("stands on the record, in its history and in its timeline, with who, when and why", async () => {
    const id = await aDomain();
    await member.term.decide({ type: "domain", id, decision: "cancel", reason: "Kunde zieht um", version: 1 });
    expect(await domainOf(id)).toMatchObject({ renewDecision: "cancel", endsAt: "2027-03-31", cancelBy: "2027-03-01" });
    const { data } = await api.change.list({ type: "domain", id });
    expect(data[0]).toMatchObject({ by: { name: "Jana Petersen" }, what: "updated" });
    const timeline = await api.term.list({ type: "domain", id });
    expect(timeline).toMatchObject({ endsOn: "2027-03-31", isOver: false, hanging: [] });
    expect(timeline.periods.at(-1)).toMatchObject({
      to: "2027-03-31",
      phase: "now",
      decision: "cancel",
      effectiveOn: "2027-03-31",
      decidedBy: { label: "Jana Petersen" },
      decidedAt: office.services.now(),
      reason: "Kunde zieht um",
    });
  });

  test("can name another end, and be taken back", async () => {
    const id = (await createRecord(api, "contract", { startAt: "2026-01-01", endAt: "2027-12-31", noticeMonths: 3 }))
      .id;
    await api.term.decide({ type: "contract", id, decision: "cancel", effectiveOn: "2027-06-30" });
    expect((await api.contract.get({ id })).values).toMatchObject({
      status: "cancelled",
      endAt: "2027-06-30",
      cancelBy: null,
      renewDecision: "cancel",
    });
    const { version } = await api.contract.get({ id });
    await api.contract.undoMany({ changed: [{ id, version }] });
    expect((await api.contract.get({ id })).values).toMatchObject({
      status: "active",
      endAt: "2027-12-31",
      cancelBy: "2027-09-30",
      renewDecision: "open",
    });
  });

  test("about many at once leaves out what cannot be decided, and can be taken back", async () => {
    const ids = [await aDomain("eins.example"), await aDomain("zwei.example")];
    const dateless = (await createRecord(api, "domain", { name: "drei.example" })).id;
    const selection = { ids: [...ids, dateless] };
    const result = await member.term.decideMany({ type: "domain", selection, decision: "handOver" });
    expect(result).toMatchObject({ ok: 2, failedCount: 1, failed: [{ id: dateless, title: "drei.example" }] });
    for (const id of ids) expect(await domainOf(id)).toMatchObject({ renewDecision: "handOver", endsAt: "2027-03-31" });
    await member.domain.undoMany({ changed: result.changed ?? [] });
    for (const id of ids) expect(await domainOf(id)).toMatchObject({ renewDecision: "open", endsAt: null });
  });
});

describe("„Verlängert“", () => {
  test("moves the end into the next period, each into its own", async () => {
    const id = await aDomain();
    await member.term.renew({ type: "domain", id, version: 1 });
    expect(await domainOf(id)).toMatchObject({ renewsAt: "2028-03-31", cancelBy: "2028-03-01" });
    const host = (await createRecord(api, "host", { renewsAt: "2027-01-31", periodMonths: 1 })).id;
    await member.term.renewMany({ type: "host", selection: { ids: [host] } });
    await member.term.renewMany({ type: "host", selection: { ids: [host] } });
    expect((await api.host.get({ id: host })).values).toMatchObject({ renewsAt: "2027-03-31" });
    const { periods } = await api.term.list({ type: "domain", id });
    expect(periods.map(({ to, phase, outcome }) => [to, phase, outcome]).slice(0, 2)).toEqual([
      ["2027-03-31", "past", "renewed"],
      ["2028-03-31", "now", "open"],
    ]);
  });

  test("brings back what has ended, and goes only forward", async () => {
    const id = (await createRecord(api, "contract", { startAt: "2026-01-01", endAt: "2026-12-31", autoRenew: false }))
      .id;
    office.advance(60 * dayMs);
    await tendTerms(office.services);
    api = await office.as(await office.hire({ role: "admin" }));
    expect((await api.contract.get({ id })).values.status).toBe("ended");
    const back = { type: "contract", id, until: "2026-11-30" } as const;
    expect(await refusalOf(api.term.renew(back))).toMatchObject({ fields: { until: expect.anything() } });
    await api.term.renew({ type: "contract", id });
    expect((await api.contract.get({ id })).values).toMatchObject({ status: "active", endAt: "2027-12-31" });
  });

  test("takes a cancellation back", async () => {
    const id = await aDomain();
    await api.term.decide({ type: "domain", id, decision: "cancel" });
    await api.term.renew({ type: "domain", id });
    expect(await domainOf(id)).toMatchObject({ renewDecision: "open", endsAt: null, renewsAt: "2028-03-31" });
  });
});

describe("„Preis ab …“", () => {
  test("is for who may see prices, and names one that there is", async () => {
    const id = await aDomain();
    const price = { type: "domain", id, fromOn: "2027-01-01", priceCents: 2500 } as const;
    expect(await refusalOf(member.term.changePrice({ ...price, version: 1 }))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusalOf(api.term.changePrice({ type: "domain", id, fromOn: "2027-01-01" }))).toMatchObject({
      code: "BAD_REQUEST",
    });
    expect(await refusalOf(api.term.changePrice({ ...price, priceCents: -1 }))).toMatchObject({ code: "BAD_REQUEST" });
    const host = (await createRecord(api, "host")).id;
    expect(await refusalOf(api.term.changePrice({ ...price, type: "host", id: host }))).toMatchObject({
      fields: { priceCents: expect.anything() },
    });
    expect(await refusalOf(api.term.changePrice({ ...price, version: 7 }))).toMatchObject({ code: "CONFLICT" });
    expect((await member.term.list({ type: "domain", id })).prices).toBeUndefined();
    expect(JSON.stringify(await member.term.list({ type: "domain", id }))).not.toContain("Cents");
  });

  test("comes on its day, and not before", async () => {
    const id = await aDomain();
    await api.term.changePrice({ type: "domain", id, fromOn: "2026-11-22", priceCents: 2500, reason: "Index" });
    expect(await domainOf(id)).toMatchObject({ priceCents: 2000, costCents: 1000 });
    office.advance(dayMs);
    await tendTerms(office.services);
    expect(await domainOf(id)).toMatchObject({ priceCents: 2000 });
    office.advance(dayMs);
    await tendTerms(office.services);
    expect(await domainOf(id)).toMatchObject({ priceCents: 2500, costCents: 1000, marginCents: 1500 });
    const { prices } = await api.term.list({ type: "domain", id });
    expect(prices?.map(({ fromOn, priceCents, reason }) => [fromOn, priceCents, reason])).toEqual([
      ["1900-01-01", 2000, null],
      ["2026-11-22", 2500, "Index"],
    ]);
  });

  test("is that of the term which begins, where renewals are added up", async () => {
    const id = await aDomain();
    await api.domain.update({ params: { id }, body: { renewsAt: "2027-01-10" } });
    await api.term.changePrice({ type: "domain", id, fromOn: "2027-01-01", costCents: 1700 });
    expect((await api.dashboard.renewals()).days).toEqual([
      expect.objectContaining({ on: "2027-01-10", domains: 1, costCents: 1700, revenueCents: 2000 }),
    ]);
  });

  test("of the past or of today is the record's own at once, also when somebody just edits it", async () => {
    const id = await aDomain();
    await api.term.changePrice({ type: "domain", id, fromOn: "2026-01-01", costCents: 1200 });
    expect(await domainOf(id)).toMatchObject({ priceCents: 2000, costCents: 1200 });
    await api.domain.update({ params: { id }, body: { priceCents: 3000 } });
    const { prices } = await api.term.list({ type: "domain", id });
    expect(prices?.at(-1)).toMatchObject({ fromOn: "2026-11-20", priceCents: 3000, costCents: 1200 });
  });

  test("of a contract with positions is that of a position", async () => {
    const contractId = (await createRecord(api, "contract")).id;
    const item = (await createRecord(api, "contractItem", { contractId, unitPriceCents: 5000 })).id;
    const price = { fromOn: "2026-11-20", priceCents: 6000 } as const;
    expect(await refusalOf(api.term.changePrice({ type: "contract", id: contractId, ...price }))).toMatchObject({
      code: "PRECONDITION_FAILED",
    });
    await api.term.changePrice({ type: "contractItem", id: item, ...price });
    expect((await api.contract.get({ id: contractId })).values.cycleRevenueCents).toBe(6000);
  });
});

describe("a timeline", () => {
  test("shows what was, what is and what comes, and the working day before a day off", async () => {
    const contract = { startAt: "2024-01-01", endAt: "2026-12-31", periodMonths: 12, noticeMonths: 2 };
    const id = (await createRecord(api, "contract", contract)).id;
    const { periods, today } = await api.term.list({ type: "contract", id });
    expect(today).toBe("2026-11-20");
    expect(periods.map(({ from, to, phase, source, certainty }) => [from, to, phase, source, certainty])).toEqual([
      ["2024-01-01", "2024-12-31", "past", "computed", "estimated"],
      ["2025-01-01", "2025-12-31", "past", "computed", "estimated"],
      ["2026-01-01", "2026-12-31", "now", "manual", "certain"],
      ["2027-01-01", "2027-12-31", "next", "contract", "certain"],
      ["2028-01-01", "2028-12-31", "next", "contract", "certain"],
      ["2029-01-01", "2029-12-31", "next", "contract", "certain"],
    ]);
    // 31.10.2027 is a Sunday.
    expect(periods[3]).toMatchObject({ cancelBy: "2027-10-31", cancelByWorkday: "2027-10-29" });
  });

  test("begins no earlier than what it is of, where its end is no whole periods after that", async () => {
    const contract = { startAt: "2025-04-04", endAt: "2027-12-11", periodMonths: 12, noticeDays: 30 };
    const id = (await createRecord(api, "contract", contract)).id;
    const { periods } = await api.term.list({ type: "contract", id });
    expect(periods.slice(0, 3).map(({ from, to }) => [from, to])).toEqual([
      ["2025-04-04", "2025-12-11"],
      ["2025-12-12", "2026-12-11"],
      ["2026-12-12", "2027-12-11"],
    ]);
    const { db } = office.services;
    const written = await db.selectFrom("terms").select("fromOn").where("targetId", "=", id).orderBy("toOn").execute();
    expect(written[0]?.fromOn).toBe("2025-04-04");
  });

  test("names for each period to come the price with which it begins", async () => {
    const contract = {
      startAt: "2026-01-01",
      endAt: "2026-12-31",
      periodMonths: 12,
      priceCents: 1000,
      cycle: "monthly",
    };
    const id = (await createRecord(api, "contract", contract)).id;
    await api.term.changePrice({ type: "contract", id, fromOn: "2027-06-01", priceCents: 1200 });
    await api.term.changePrice({ type: "contract", id, fromOn: "2029-01-01", priceCents: 1500 });
    const { periods } = await api.term.list({ type: "contract", id });
    expect(periods.map(({ from, priceCents }) => [from, priceCents])).toEqual([
      ["2026-01-01", 1000],
      ["2027-01-01", 1000],
      ["2028-01-01", 1200],
      ["2029-01-01", 1500],
    ]);
  });

  test("is kept by the database itself, and goes with its record alone", async () => {
    const id = await aDomain();
    await api.term.decide({ type: "domain", id, decision: "cancel", reason: "Anna zieht um" });
    const { db } = office.services;
    const rows = () => db.selectFrom("terms").selectAll().where("targetId", "=", id).execute();
    const kept = await rows();
    expect(kept.length).toBeGreaterThan(0);
    const change = (values: Partial<(typeof kept)[number]>) => db.updateTable("terms").set(values).execute();
    for (const values of [
      { toOn: "2030-01-01" },
      { decision: "keep" },
      { priceCents: 1 },
      { source: "manual" },
    ] as const)
      await expect(change(values)).rejects.toThrow("periods of terms are never changed");
    await expect(db.deleteFrom("terms").execute()).rejects.toThrow("periods of terms go with their record");
    expect(await rows()).toEqual(kept);
    await change({ reason: null, decidedByName: null });
    expect((await rows()).map(({ reason }) => reason)).toEqual(kept.map(() => null));
    const { title } = await api.domain.get({ id });
    await api.domain.archive({ id });
    await api.domain.delete({ id, title });
    expect(await rows()).toEqual([]);
  });

  test("is read by nobody without a session, and of nothing that is not there", async () => {
    const id = await aDomain();
    expect(await refusalOf((await office.as()).term.list({ type: "domain", id }))).toMatchObject({
      code: "UNAUTHORIZED",
    });
    expect(await refusalOf(api.term.list({ type: "domain", id: "nirgends" }))).toMatchObject({ code: "NOT_FOUND" });
  });
});

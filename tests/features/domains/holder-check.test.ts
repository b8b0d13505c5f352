import { beforeEach, describe, expect, it } from "vitest";
import { diesWithDomain, holderCountdown } from "../../../contract/domains/holder-check.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { tendHolderChecks } from "../../../server/features/domains/holder-checks.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "admin" }));
});

const times = { confirmDays: 30, quarantineDays: 90 };

describe("the time that a holder has to confirm", () => {
  it("ends on its day, and is followed by the quarantine and the end of the domain", () => {
    const of = (today: string) => holderCountdown("2026-12-20", today, times);
    expect(of("2026-11-20")).toMatchObject({ phase: "confirm", daysLeft: 30, deletedOn: "2027-03-20" });
    expect(of("2026-12-20")).toMatchObject({ phase: "confirm", daysLeft: 0 });
    expect(of("2026-12-21")).toMatchObject({ phase: "quarantine", daysLeft: 89 });
    expect(of("2027-03-20")).toMatchObject({ phase: "deleted", daysLeft: 0 });
  });

  it("runs from the day of the question, for as long as the settings say", async () => {
    const body = { name: "amsel.de", nis2Status: "requested" };
    const { id } = await createRecord(api, "domain", body);
    expect((await api.domain.get({ id })).values).toMatchObject({
      nis2RequestedAt: "2026-11-20",
      nis2DeadlineAt: "2026-12-20",
    });
    await api.setting.update({ section: "domains", values: { confirmDays: 14 }, secrets: {}, version: 0 });
    const other = await createRecord(api, "domain", { ...body, name: "fink.de", nis2RequestedAt: "2026-11-10" });
    expect((await api.domain.get({ id: other.id })).values).toMatchObject({ nis2DeadlineAt: "2026-11-24" });
    const entered = { ...body, name: "star.de", nis2DeadlineAt: "2027-01-31" };
    const third = await createRecord(api, "domain", entered);
    expect((await api.domain.get({ id: third.id })).values).toMatchObject({ nis2DeadlineAt: "2027-01-31" });
    const deadlines = await api.deadline.list({ limit: 50 });
    expect(deadlines.data.filter(({ kind }) => kind === "nis2Verification")).toHaveLength(3);
  });
});

describe("a question of the registry", () => {
  const stateOf = async (id: string) => {
    const { nis2Status, nis2VerifiedAt, nis2DeadlineAt } = (await api.domain.get({ id })).values;
    return { nis2Status, nis2VerifiedAt, nis2DeadlineAt };
  };

  it("is open though its end was entered by hand and the holder was confirmed for an earlier one", async () => {
    const body = { name: "amsel.de", nis2Status: "dataConfirmed", nis2VerifiedAt: "2025-11-01" };
    const { id } = await createRecord(api, "domain", body);
    await api.domain.update({ params: { id }, body: { nis2Status: "requested", nis2DeadlineAt: "2026-12-24" } });
    expect(await stateOf(id)).toEqual({
      nis2Status: "requested",
      nis2VerifiedAt: null,
      nis2DeadlineAt: "2026-12-24",
    });
    const { data } = await api.deadline.list({ limit: 50 });
    expect(data.map(({ kind, dueOn }) => [kind, dueOn])).toEqual([["nis2Verification", "2026-12-24"]]);
  });

  it("runs anew when the registry asks again after a missed one, and a quarantine has no end of an old question", async () => {
    const late = await createRecord(api, "domain", { name: "amsel.de", nis2Status: "requested" });
    office.advance(31 * dayMs);
    await tendHolderChecks(office.services);
    await api.domain.update({
      params: { id: late.id },
      body: { nis2Status: "requested", nis2RequestedAt: "2026-12-21" },
    });
    await tendHolderChecks(office.services);
    expect(await stateOf(late.id)).toMatchObject({ nis2Status: "requested", nis2DeadlineAt: "2027-01-20" });
    await api.domain.update({ params: { id: late.id }, body: { nis2Status: "quarantine" } });
    office.advance(5 * dayMs);
    await api.domain.update({ params: { id: late.id }, body: { nis2Status: "requested" } });
    expect(await stateOf(late.id)).toMatchObject({ nis2Status: "requested", nis2DeadlineAt: "2027-01-20" });
    const body = { name: "fink.de", nis2Status: "dataConfirmed", nis2DeadlineAt: "2025-05-01" };
    const old = await createRecord(api, "domain", { ...body, nis2VerifiedAt: "2025-04-20" });
    await api.domain.update({ params: { id: old.id }, body: { nis2Status: "quarantine" } });
    expect(await stateOf(old.id)).toEqual({ nis2Status: "quarantine", nis2VerifiedAt: null, nis2DeadlineAt: null });
  });

  it("is late the day after its last, once, and in nobody's name", async () => {
    const { id } = await createRecord(api, "domain", { name: "amsel.de", nis2Status: "requested" });
    const answered = await createRecord(api, "domain", { name: "fink.de", nis2Status: "requested" });
    await api.domain.update({ params: { id: answered.id }, body: { nis2Status: "dataConfirmed" } });
    office.advance(30 * dayMs);
    await tendHolderChecks(office.services);
    expect(await stateOf(id)).toMatchObject({ nis2Status: "requested" });
    office.advance(dayMs);
    await Promise.all([tendHolderChecks(office.services), tendHolderChecks(office.services)]);
    expect(await stateOf(id)).toMatchObject({ nis2Status: "overdue", nis2DeadlineAt: "2026-12-20" });
    expect(await stateOf(answered.id)).toMatchObject({ nis2Status: "dataConfirmed" });
    const { data } = await api.change.list({ type: "domain", id });
    expect(data.filter(({ what, by }) => what === "updated" && by === null)).toHaveLength(1);
  });
});

it("an address on the domain itself dies with it", () => {
  expect(diesWithDomain("info@amsel.de", "amsel.de")).toBe(true);
  expect(diesWithDomain("info@mail.amsel.de", "amsel.de")).toBe(true);
  expect(diesWithDomain("info@xn--mller-kva.de", "müller.de")).toBe(true);
  expect(diesWithDomain("info@amsel.com", "amsel.de")).toBe(false);
  expect(diesWithDomain("amsel.de@fink.de", "amsel.de")).toBe(false);
  expect(diesWithDomain("info", "amsel.de")).toBe(false);
});

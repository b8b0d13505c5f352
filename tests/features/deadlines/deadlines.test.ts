import { beforeEach, describe, expect, it } from "vitest";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { findSubject } from "../../../server/features/claims/subjects.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { createPage } from "../../support/wiki/wiki.ts";

let office: Office;
let jana: Person;
let timo: Person;
let maren: Person;
let api: Api;

/** The office opens on a Friday: 20.11.2026. */
beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  timo = await office.hire({ name: "Timo Brandt", role: "readonly" });
  maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  api = await office.as(jana);
});

const addDomain = (body: RecordBody = {}) =>
  createRecord(api, "domain", {
    name: "amsel.example",
    renewsAt: "2027-03-01",
    renewDecision: "open",
    noticeDays: 30,
    ...body,
  });
const openOf = async (targetId: string, by = api) =>
  (await by.deadline.list({ targetType: "domain", targetId })).data.map(({ id, kind }) => ({ id, kind }));
const cancelOf = async (targetId: string) => {
  const found = (await openOf(targetId)).find(({ kind }) => kind === "domainCancel");
  return found?.id ?? "";
};

describe("who may not", () => {
  it("is refused as a stranger, as a reader, and for what is not there", async () => {
    const { id } = await addDomain();
    const deadline = await cancelOf(id);
    const { deadline: stranger } = await office.as();
    await expect(stranger.list({})).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    const { deadline: reader } = await office.as(timo);
    for (const act of [
      reader.complete({ id: deadline }),
      reader.assign({ id: deadline, userId: timo.id }),
      reader.claim({ id: deadline }),
      reader.decide({ id: deadline, decision: "keep" }),
      reader.create({ label: "TÜV", dueOn: "2027-01-01" }),
    ])
      await expect(act).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(api.deadline.get({ id: "nobody" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(api.deadline.complete({ id: "nobody" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(api.deadline.delete({ id: deadline })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("sees no deadline of a page that they may not read, by any way", async () => {
    const keeper = await office.as(maren);
    const page = await createPage(keeper, { title: "Gehälter", visibility: "maintainers" });
    const own = { label: "Gehälter prüfen", dueOn: "2026-12-01", targetType: "page", targetId: page.id } as const;
    const { id } = await keeper.deadline.create(own);
    expect((await keeper.deadline.list({})).data.map((row) => row.id)).toEqual([id]);
    expect((await api.deadline.list({})).data).toEqual([]);
    expect((await api.dashboard.due({ whose: "all" })).summary.all.total).toBe(0);
    for (const act of [
      () => api.deadline.get({ id }),
      () => api.deadline.complete({ id }),
      () => api.deadline.snooze({ id, until: "2026-11-25" }),
      () => api.deadline.claim({ id }),
      () => api.deadline.delete({ id }),
      () => api.deadline.create(own),
    ])
      await expect(act()).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("sees no amounts without the ability to see prices", async () => {
    const { id } = await createRecord(await office.as(maren), "domain", { renewsAt: "2027-03-01", costCents: 1200 });
    const [hidden] = (await api.deadline.list({ targetType: "domain", targetId: id })).data;
    expect(hidden).not.toHaveProperty("amountCents");
    const [shown] = (await (await office.as(maren)).deadline.list({ targetType: "domain", targetId: id })).data;
    expect(shown).toMatchObject({ amountCents: 1200, direction: "cost" });
  });
});

describe("acting on a deadline", () => {
  it("is told the working day before a last day to cancel that is none", async () => {
    // 30.01.2027 is a Saturday, 01.02.2027 a Monday.
    for (const [name, noticeDays] of [
      ["amsel.example", 30],
      ["drossel.example", 28],
    ] as const)
      await addDomain({ name, noticeDays });
    const { data } = await api.deadline.list({ kind: "domainCancel" });
    expect(data.map(({ target, dueOn, cancelByWorkday }) => [target?.label, dueOn, cancelByWorkday])).toEqual([
      ["amsel.example", "2027-01-30", "2027-01-29"],
      ["drossel.example", "2027-02-01", null],
    ]);
    const { needs } = await api.dashboard.due({ whose: "all", days: 90 });
    expect(needs.filter(({ kind }) => kind === "domainCancel").map(({ title, note }) => [title, note])).toEqual([
      ["amsel.example", "Kündigungsfrist · letzter Arbeitstag 29.01.2027"],
      ["drossel.example", "Kündigungsfrist"],
    ]);
    expect((await api.deadline.list({ kind: "domainRenewal" })).data.map((row) => row.cancelByWorkday)).toEqual([
      "2027-01-29",
      null,
    ]);
  });

  it("closes it by hand, and it stays closed until its day moves", async () => {
    const { id } = await addDomain();
    const deadline = await cancelOf(id);
    expect(await api.deadline.complete({ id: deadline, reason: "Am Telefon" })).toMatchObject({
      state: "done",
      closed: { by: { id: jana.id, label: "Jana Petersen" }, reason: "Am Telefon" },
    });
    await expect(api.deadline.complete({ id: deadline })).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    await api.domain.update({ params: { id }, body: { purpose: "parked" }, version: 1 });
    expect(await cancelOf(id)).toBe("");
    await api.domain.update({ params: { id }, body: { noticeDays: 14 }, version: 2 });
    expect(await cancelOf(id)).not.toBe("");
    await expect(api.deadline.reopen({ id: deadline })).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
  });

  it("takes back what was closed by hand", async () => {
    const { id } = await addDomain();
    const deadline = await cancelOf(id);
    await api.deadline.complete({ id: deadline });
    expect(await api.deadline.reopen({ id: deadline })).toMatchObject({ state: "open", closed: null });
  });

  it("decides about the term with day and reason, and closes what that settles", async () => {
    const { id } = await addDomain();
    const deadline = await cancelOf(id);
    expect((await api.deadline.get({ id: deadline })).actions).toContain("decide");
    const decided = await api.deadline.decide({ id: deadline, decision: "cancel", reason: "Zu teuer" });
    expect(decided).toMatchObject({ state: "cancelled", closed: { by: { id: jana.id } }, decision: "cancel" });
    expect((await api.domain.get({ id })).values.renewDecision).toBe("cancel");
    const { id: own } = await api.deadline.create({ label: "TÜV", dueOn: "2027-01-01" });
    await expect(api.deadline.decide({ id: own, decision: "keep" })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
    });
  });

  it("gives it to somebody until that is taken back, whatever its record says meanwhile", async () => {
    const { id } = await addDomain({ responsibleUserId: jana.id });
    const deadline = await cancelOf(id);
    await expect(api.deadline.assign({ id: deadline, userId: "nobody" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    await api.deadline.assign({ id: deadline, userId: maren.id });
    await api.domain.update({ params: { id }, body: { responsibleUserId: timo.id }, version: 1 });
    expect((await api.deadline.get({ id: deadline })).responsible?.id).toBe(maren.id);
    expect((await api.deadline.assign({ id: deadline, userId: null })).responsible?.id).toBe(timo.id);
  });

  it("puts it away for one person, never beyond the last day to act", async () => {
    const { id } = await addDomain();
    const deadline = await cancelOf(id);
    for (const until of ["2026-11-20", "2027-02-01"])
      await expect(api.deadline.snooze({ id: deadline, until })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    expect(await api.deadline.snooze({ id: deadline, until: "2026-12-01" })).toMatchObject({
      snoozedUntil: "2026-12-01",
    });
    const hidden = { targetType: "domain", targetId: id, snoozed: "hide" } as const;
    expect((await api.deadline.list(hidden)).totalItems).toBe(1);
    expect((await (await office.as(maren)).deadline.list(hidden)).totalItems).toBe(2);
  });

  it("is claimed by one, until it is done", async () => {
    const { id } = await addDomain();
    const deadline = await cancelOf(id);
    await api.deadline.claim({ id: deadline });
    await expect((await office.as(maren)).deadline.claim({ id: deadline })).rejects.toMatchObject({ code: "CONFLICT" });
    expect((await api.deadline.get({ id: deadline })).claim?.user.id).toBe(jana.id);
    expect((await api.deadline.complete({ id: deadline })).claim).toBeNull();
  });

  it("is let go by who puts it off, not by others, and when its decision settles it or its record is gone", async () => {
    const { id } = await addDomain();
    const deadline = await cancelOf(id);
    const { deadline: keeper } = await office.as(maren);
    await api.deadline.claim({ id: deadline });
    expect((await keeper.snooze({ id: deadline, until: "2026-12-01" })).claim?.user.id).toBe(jana.id);
    expect((await api.deadline.snooze({ id: deadline, until: "2026-12-01" })).claim).toBeNull();
    const left = () => office.services.db.selectFrom("claims").selectAll().execute();
    await api.deadline.claim({ id: deadline });
    expect(await left()).toHaveLength(1);
    await api.deadline.decide({ id: deadline, decision: "cancel" });
    expect(await left()).toEqual([]);
    const other = await addDomain({ name: "drossel.example" });
    await api.deadline.claim({ id: await cancelOf(other.id) });
    await api.domain.update({ params: { id: other.id }, body: { renewsAt: null }, version: other.version });
    expect(await left()).toEqual([]);
  });

  it("is claimed no longer than its last day to act, with a link to what it is about", async () => {
    const { id } = await addDomain({ renewsAt: "2026-12-23" });
    const claim = await api.deadline.claim({ id: await cancelOf(id) });
    expect(claim.endsAt).toEqual(new Date("2026-11-23T23:00:00.000Z"));
    expect(await findSubject(office.services.db, { type: "deadline", id: await cancelOf(id) })).toMatchObject({
      title: "Kündigungsfrist: amsel.example",
      href: `/domains/${id}`,
      lastDay: "2026-11-23",
    });
  });

  it("is let go by a last day to act that has come closer, and held no longer by one that has moved away", async () => {
    const { id, version } = await addDomain({ renewsAt: "2027-03-01" });
    const deadline = await cancelOf(id);
    const { endsAt } = await api.deadline.claim({ id: deadline });
    const moveTo = async (renewsAt: string, of: number) => {
      await api.domain.update({ params: { id }, body: { renewsAt }, version: of });
      return (await api.deadline.get({ id: deadline })).claim?.endsAt;
    };
    expect(await moveTo("2026-12-24", version)).toEqual(new Date("2026-11-24T23:00:00.000Z"));
    expect(await moveTo("2027-01-15", version + 1)).toEqual(new Date("2026-11-24T23:00:00.000Z"));
    expect(endsAt.getTime()).toBeGreaterThan(Date.parse("2026-11-24T23:00:00.000Z"));
    const own = await api.deadline.create({ label: "TÜV", dueOn: "2026-12-20" });
    await api.deadline.claim({ id: own.id });
    await api.deadline.update({ id: own.id, version: own.version, dueOn: "2026-11-21" });
    expect((await api.deadline.get({ id: own.id })).claim?.endsAt).toEqual(new Date("2026-11-21T23:00:00.000Z"));
  });
});

describe("dates of one's own", () => {
  it("belong to a record or to none, follow it, and are changed by whoever saw them last", async () => {
    const { id } = await createRecord(api, "website", { name: "Amsel", responsibleUserId: maren.id });
    const creationId = "0190a000-0000-7000-8000-000000000001";
    const own = { label: "Relaunch", dueOn: "2027-01-01", creationId, targetType: "website", targetId: id } as const;
    const made = await api.deadline.create(own);
    expect((await api.deadline.create(own)).id).toBe(made.id);
    expect(made).toMatchObject({
      kind: "custom",
      label: "Relaunch",
      href: `/websites/${id}`,
      responsible: { id: maren.id },
      target: { type: "website", id, label: "Amsel" },
    });
    const { version } = await api.deadline.update({ id: made.id, version: made.version, dueOn: "2027-02-01" });
    await expect(api.deadline.update({ id: made.id, version: made.version, label: "Spät" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await api.deadline.update({ id: made.id, version, leadDays: [30, 1] });
    await api.website.update({ params: { id }, body: { name: "Amsel & Co" }, version: 1 });
    expect(await api.deadline.get({ id: made.id })).toMatchObject({
      dueOn: "2027-02-01",
      leadDays: [30, 1],
      target: { label: "Amsel & Co" },
    });
    await api.website.archive({ id });
    await expect(api.deadline.get({ id: made.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const free = await api.deadline.create({ label: "Steuer", dueOn: "2026-12-10" });
    expect(free).toMatchObject({ target: null, responsible: { id: jana.id } });
    await api.deadline.delete({ id: free.id });
    await expect(api.deadline.get({ id: free.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("are found by what they are called, and by what they are about", async () => {
    const { id } = await createRecord(api, "website", { name: "Ärztehaus" });
    await api.deadline.create({ label: "Übergabe", dueOn: "2026-12-01", targetType: "website", targetId: id });
    await api.deadline.create({ label: "TÜV", dueOn: "2026-12-02" });
    const found = async (search: string) => (await api.deadline.list({ search })).data.map(({ label }) => label);
    expect(await found("ÜBERGABE")).toEqual(["Übergabe"]);
    expect(await found("ärzte")).toEqual(["Übergabe"]);
    expect(await found("tüv")).toEqual(["TÜV"]);
    expect(await found("_")).toEqual([]);
  });

  it("stands in the history of its record, also once it is deleted", async () => {
    const { id } = await addDomain();
    const mine = await api.deadline.create({ label: "Umzug", dueOn: "2027-01-15", targetType: "domain", targetId: id });
    await api.deadline.assign({ id: mine.id, userId: maren.id });
    await api.deadline.complete({ id: mine.id });
    await api.deadline.complete({ id: await cancelOf(id) });
    const said = async () =>
      (await api.change.list({ type: "domain", id })).data
        .filter(({ what }) => what.startsWith("deadline."))
        .map(({ what, other, by }) => `${by?.name}: ${what} ${other}`)
        .toSorted();
    expect(await said()).toEqual([
      "Jana Petersen: deadline.assigned Umzug",
      "Jana Petersen: deadline.completed Kündigungsfrist",
      "Jana Petersen: deadline.completed Umzug",
      "Jana Petersen: deadline.created Umzug",
    ]);
    await api.deadline.delete({ id: mine.id });
    expect(await said()).toContain("Jana Petersen: deadline.deleted Umzug");
    const byField = await api.change.list({ type: "domain", id, where: { field: "name" } });
    expect(byField.data.map(({ what }) => what)).toEqual(["created"]);
  });

  it("reminds who is responsible, and nobody of what has none", async () => {
    const mine = { dueOn: "2027-01-15", responsibleUserId: maren.id };
    const { id } = await api.deadline.create({ label: "TÜV", ...mine });
    const other = await api.deadline.create({ label: "Steuer", dueOn: "2027-01-15" });
    const { deadline: reader } = await office.as(timo);
    await expect(reader.remind({ id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(api.deadline.remind({ id: other.id })).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    await api.deadline.remind({ id });
    const told = await (await office.as(maren)).notification.list({ where: { forUserId: maren.id } });
    expect(told.data.filter(({ title }) => title === "TÜV")).toHaveLength(1);
  });

  it("need a name and a day, and a whole target", async () => {
    for (const wrong of [
      { label: "", dueOn: "2027-01-01" },
      { label: "TÜV", dueOn: "2027-02-30" },
      { label: "TÜV", dueOn: "2027-01-01", targetId: "x" },
    ])
      await expect(api.deadline.create(wrong)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("tasks with a date", () => {
  it("are deadlines of whoever has them, and end with the task", async () => {
    const task = await api.task.create({ title: "Anrufen", dueOn: "2026-12-01", assigneeUserId: maren.id });
    const listed = () => api.deadline.list({ state: "all", kind: "task" });
    expect((await listed()).data).toMatchObject([
      { label: "Aufgabe", target: { type: "task", id: task.id, label: "Anrufen" }, responsible: { id: maren.id } },
    ]);
    await api.task.claim({ id: task.id });
    expect((await listed()).data).toMatchObject([{ claim: { user: { id: jana.id } } }]);
    await api.task.release({ id: task.id });
    expect((await listed()).data).toMatchObject([{ claim: null }]);
    await api.task.complete({ id: task.id });
    expect((await listed()).data).toMatchObject([{ state: "done", closed: { by: { id: jana.id } } }]);
  });
});

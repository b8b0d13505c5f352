import { beforeEach, describe, expect, it } from "vitest";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { transact } from "../../../server/db/transact.ts";
import { closePassed, compareDeadlines, fillDeadlines } from "../../../server/features/deadlines/repair.ts";
import type { Api } from "../../../server/features/router.ts";
import { updateRecordIn } from "../../../server/records/commands.ts";
import { storeOf } from "../../../server/records/registry.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let jana: Person;
let timo: Person;
let api: Api;

/** The office opens on a Friday: 20.11.2026. */
beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen", role: "admin" });
  timo = await office.hire({ name: "Timo Brandt" });
  api = await office.as(jana);
});

const kept = (targetId: string) =>
  office.services.db
    .selectFrom("deadlines")
    .selectAll()
    .where("targetId", "=", targetId)
    .orderBy("kind")
    .orderBy("dueOn")
    .execute();
const states = async (targetId: string) =>
  (await kept(targetId)).map(({ kind, dueOn, state, archived }) => [kind, dueOn, state, archived]);
const addDomain = (body: RecordBody) => createRecord(api, "domain", { renewDecision: "open", noticeDays: 30, ...body });
const update = (type: "domain" | "contract" | "device" | "customer", id: string, body: RecordBody) =>
  api[type].update({ params: { id }, body });

describe("deadlines of records", () => {
  it("come with the record: whose, by whom, until when, for how much", async () => {
    const customer = await createRecord(api, "customer", { name: "Hotel Fährblick" });
    const body = { customerId: customer.id, responsibleUserId: timo.id, costCents: 1200, periodMonths: 24 };
    const { id } = await addDomain({ ...body, name: "amsel.example", renewsAt: "2027-03-01", autoRenew: true });
    const common = {
      targetType: "domain",
      targetId: id,
      title: "amsel.example",
      customerId: customer.id,
      responsibleUserId: timo.id,
      amountCents: 2400,
      direction: "cost",
      state: "open",
      cancelBy: "2027-01-30",
    };
    expect(await kept(id)).toMatchObject([
      { ...common, kind: "domainCancel", dueOn: "2027-01-30", source: "manual", asksUntil: "2027-03-01" },
      { ...common, kind: "domainRenewal", dueOn: "2027-03-01", source: "manual", asksUntil: null },
    ]);
  });

  it("are not written when the change is refused", async () => {
    const { id } = await addDomain({ renewsAt: "2027-03-01" });
    const before = await kept(id);
    const ctx = { ...office.services, actorId: jana.id, publish: () => undefined, person: jana };
    const broken = transact(ctx, async (tx) => {
      await updateRecordIn(tx, storeOf("domain"), ctx, { params: { id }, body: { renewsAt: "2027-04-01" } });
      throw new Error("power is out");
    });
    await expect(broken).rejects.toThrow("power is out");
    expect(await kept(id)).toEqual(before);
  });

  it("move with a corrected date, and end as renewed when the next term begins", async () => {
    const { id } = await addDomain({ renewsAt: "2027-03-01", renewDecision: "keep" });
    const [first] = await kept(id);
    await update("domain", id, { renewsAt: "2027-03-08" });
    expect(await kept(id)).toMatchObject([{ id: first?.id, dueOn: "2027-03-08", state: "open", version: 2 }]);
    await update("domain", id, { renewsAt: "2028-03-08" });
    expect(await kept(id)).toMatchObject([
      { id: first?.id, dueOn: "2027-03-08", state: "renewed", closedById: jana.id },
      { dueOn: "2028-03-08", state: "open", closedById: null },
    ]);
    await update("domain", id, { renewsAt: "2027-03-08" });
    expect(await kept(id)).toMatchObject([{ id: first?.id, dueOn: "2027-03-08", state: "open", closedById: null }]);
  });

  it("end as renewed when somebody renews the term, however short the next one is", async () => {
    const { id } = await addDomain({ renewsAt: "2027-03-01", renewDecision: "keep" });
    await (await office.as(jana)).term.renew({ type: "domain", id, until: "2027-03-15", version: 1 });
    expect(await states(id)).toEqual([
      ["domainRenewal", "2027-03-01", "renewed", 0],
      ["domainRenewal", "2027-03-15", "open", 0],
    ]);
  });

  it("end as cancelled or done by what the record says, and come back with it", async () => {
    const { id } = await addDomain({ renewsAt: "2027-03-01" });
    await update("domain", id, { renewDecision: "cancel" });
    expect(await states(id)).toEqual([
      ["domainCancel", "2027-01-30", "cancelled", 0],
      ["domainRenewal", "2027-03-01", "cancelled", 0],
    ]);
    await update("domain", id, { renewDecision: "keep" });
    expect(await states(id)).toEqual([
      ["domainCancel", "2027-01-30", "cancelled", 0],
      ["domainRenewal", "2027-03-01", "open", 0],
    ]);
    await update("domain", id, { renewsAt: null });
    expect(await states(id)).toEqual([["domainCancel", "2027-01-30", "cancelled", 0]]);
  });

  it("of a device ask its holder first, and end with the return", async () => {
    const { id } = await createRecord(api, "device", { name: "Falke 14", responsibleUserId: jana.id });
    const to = { type: "user" as const, id: timo.id };
    await api.device.checkOut({ deviceIds: [id], to, expectedReturnAt: "2026-12-01" });
    expect(await kept(id)).toMatchObject([
      { kind: "deviceReturn", responsibleUserId: timo.id, concernedUserId: jana.id, state: "open" },
    ]);
    await api.device.checkIn({ deviceIds: [id] });
    expect(await kept(id)).toMatchObject([{ kind: "deviceReturn", state: "done", closedById: jana.id }]);
  });

  it("of a domain and a host are for whoever looks after their customer, unless they name somebody", async () => {
    const customer = await createRecord(api, "customer", { responsibleUserId: jana.id });
    const dated = { customerId: customer.id, renewsAt: "2027-03-01", noticeDays: null };
    const { id } = await addDomain({ ...dated, autoRenew: false });
    const own = await addDomain({ ...dated, autoRenew: false, responsibleUserId: jana.id });
    const host = await createRecord(api, "host", { ...dated, noticeMonths: null, autoRenew: false });
    const people = async () =>
      (await Promise.all([id, own.id, host.id].map(kept))).map((rows) => rows[0]?.responsibleUserId);
    expect(await people()).toEqual([jana.id, jana.id, jana.id]);
    await update("customer", customer.id, { responsibleUserId: timo.id });
    expect(await people()).toEqual([timo.id, jana.id, timo.id]);
    await compareDeadlines(office.services);
  });

  it("of a contract follow its customer and its positions", async () => {
    const customer = await createRecord(api, "customer", { responsibleUserId: jana.id });
    const terms = { periodMonths: 12, cycle: "monthly", priceCents: 1000 };
    const body = { customerId: customer.id, endAt: "2027-03-01", autoRenew: false, ...terms };
    const { id } = await createRecord(api, "contract", body);
    expect(await kept(id)).toMatchObject([{ responsibleUserId: jana.id, amountCents: 12_000, direction: "revenue" }]);
    await update("customer", customer.id, { responsibleUserId: timo.id });
    await createRecord(api, "contractItem", { contractId: id, label: "Pflege", quantity: 1, unitPriceCents: 500 });
    expect(await kept(id)).toMatchObject([{ responsibleUserId: timo.id, amountCents: 6000 }]);
    // A twelfth of it is no whole cent, the year is.
    await update("contract", id, { cycle: "yearly" });
    await createRecord(api, "contractItem", { contractId: id, label: "Domain", quantity: 1, unitPriceCents: 9500 });
    expect(await kept(id)).toMatchObject([{ amountCents: 10_000 }]);
    await update("contract", id, { status: "cancelled" });
    expect(await states(id)).toEqual([["contractEnd", "2027-03-01", "cancelled", 0]]);
  });

  it("are hidden with an archived record, and go with a deleted one", async () => {
    const { id, title } = await addDomain({ renewsAt: "2027-03-01", renewDecision: "keep" });
    await api.domain.archive({ id });
    expect(await states(id)).toEqual([["domainRenewal", "2027-03-01", "open", 1]]);
    await api.domain.restore({ id });
    expect(await states(id)).toEqual([["domainRenewal", "2027-03-01", "open", 0]]);
    await api.domain.archive({ id });
    await api.domain.delete({ id, title });
    expect(await kept(id)).toEqual([]);
  });

  it("of a customer's agreement about data end with the customer, and where none is needed", async () => {
    const signed = { avvStatus: "signed", avvReviewAt: "2026-12-01" };
    const { id } = await createRecord(api, "customer", signed);
    expect(await states(id)).toEqual([["avvReview", "2026-12-01", "open", 0]]);
    await update("customer", id, { status: "former" });
    expect(await states(id)).toEqual([["avvReview", "2026-12-01", "done", 0]]);
    await update("customer", id, { status: "active" });
    expect(await states(id)).toEqual([["avvReview", "2026-12-01", "open", 0]]);
    await update("customer", id, { avvStatus: "notNeeded" });
    expect(await states(id)).toEqual([["avvReview", "2026-12-01", "done", 0]]);
  });

  it("of pages and feedback are among them, those of templates are not", async () => {
    const page = await createRecord(api, "page", { title: "Abläufe", reviewEveryMonths: 6 });
    await api.page.confirm({ id: page.id });
    expect(await states(page.id)).toEqual([["wikiReview", "2027-05-20", "open", 0]]);
    office.advance(24 * 3_600_000);
    await api.page.confirm({ id: page.id });
    expect(await states(page.id)).toEqual([
      ["wikiReview", "2027-05-20", "done", 0],
      ["wikiReview", "2027-05-21", "open", 0],
    ]);
    const entry = await createRecord(api, "feedback", { dueAt: "2026-12-01", assigneeId: timo.id });
    expect(await kept(entry.id)).toMatchObject([{ kind: "feedbackDue", responsibleUserId: timo.id }]);
  });
});

describe("the nightly comparison", () => {
  const spoil = (id: string, columns: Record<string, unknown>) =>
    office.services.db.updateTable("deadlines").set(columns).where("targetId", "=", id).execute();
  const faults = () =>
    office.services.db
      .selectFrom("notifications")
      .select("forUserId")
      .where("groupKey", "=", "system.deadlines")
      .execute();

  it("finds nothing after changes of every kind, whatever the day", async () => {
    const { id } = await addDomain({ renewsAt: "2026-12-31" });
    await createRecord(api, "device", { warrantyUntil: "2026-11-25", nextAuditAt: "2026-12-01" });
    await update("domain", id, { renewsAt: "2027-12-31", renewDecision: "cancel" });
    for (let day = 0; day < 60; day += 15) {
      office.advance(15 * 24 * 3_600_000);
      await compareDeadlines(office.services);
    }
    expect(await faults()).toEqual([]);
  });

  it("repairs what is missing, wrong or left over, and tells admins of it", async () => {
    const missing = await addDomain({ renewsAt: "2027-03-01", renewDecision: "keep" });
    const wrong = await addDomain({ renewsAt: "2027-03-01", renewDecision: "keep" });
    const gone = await addDomain({ renewsAt: "2027-03-01", renewDecision: "keep" });
    const before = [...(await states(missing.id)), ...(await states(wrong.id))];
    await office.services.db.deleteFrom("deadlines").where("targetId", "=", missing.id).execute();
    await spoil(wrong.id, { dueOn: "2027-02-15" });
    await spoil(gone.id, { targetId: "nobody" });
    await expect(compareDeadlines(office.services)).rejects.toThrow("4 Fristen wichen von den Einträgen ab");
    expect([...(await states(missing.id)), ...(await states(wrong.id))]).toEqual(before);
    expect(await states(gone.id)).toHaveLength(1);
    expect(await states("nobody")).toEqual([]);
    expect(await faults()).toEqual([{ forUserId: jana.id }]);
    await compareDeadlines(office.services);
  });

  it("closes what asks for nothing any more, and that is no fault", async () => {
    const { id } = await createRecord(api, "device", { warrantyUntil: "2026-11-25", leasingEndAt: "2026-11-25" });
    office.advance(6 * 24 * 3_600_000);
    expect(portalDate(office.services.now())).toBe("2026-11-26");
    expect(await closePassed(office.services)).toBe(1);
    await compareDeadlines(office.services);
    expect(await kept(id)).toMatchObject([
      { kind: "leasingEnd", state: "open" },
      { kind: "warrantyEnd", state: "done", closedById: null },
    ]);
  });

  it("fills a portal that has never had deadlines, and tells nobody", async () => {
    const { id } = await addDomain({ renewsAt: "2027-03-01" });
    const past = await createRecord(api, "device", { warrantyUntil: "2026-10-01" });
    const before = [...(await states(id)), ...(await states(past.id))];
    await office.services.db.deleteFrom("deadlines").execute();
    await fillDeadlines(office.services);
    expect([...(await states(id)), ...(await states(past.id))]).toEqual(before);
    expect(before).toContainEqual(["warrantyEnd", "2026-10-01", "done", 0]);
  });
});

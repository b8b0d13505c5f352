import { beforeEach, expect, it } from "vitest";
import { dayMs } from "../../../contract/time/durations.ts";
import type { Api } from "../../../server/features/router.ts";
import { rollOver } from "../../../server/features/terms/roll-over.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { createPage } from "../../support/wiki/wiki.ts";

let office: Office;
let jana: Person;
let maren: Person;
let api: Api;

/** The office opens on a Friday: 20.11.2026. */
beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  api = await office.as(jana);
});

it("of two people who close a deadline at once one does, and the other is told that it is over", async () => {
  const { id } = await api.deadline.create({ label: "TÜV", dueOn: "2026-12-10" });
  const { deadline: keeper } = await office.as(maren);
  const results = await Promise.allSettled([
    api.deadline.complete({ id, reason: "Jana" }),
    keeper.complete({ id, reason: "Maren" }),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(results.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "PRECONDITION_FAILED" },
  });
  const winner = results[0].status === "fulfilled" ? "Jana" : "Maren";
  expect((await api.deadline.get({ id })).closed?.reason).toBe(winner);
  const rows = await office.services.db
    .selectFrom("changes")
    .select("id")
    .where("kind", "=", "deadline.completed")
    .execute();
  expect(rows).toHaveLength(1);
});

it("whoever may not read a record is given no date of it", async () => {
  const { deadline: keeper } = await office.as(maren);
  const page = await createPage(await office.as(maren), { title: "Gehälter", visibility: "maintainers" });
  const own = { label: "Gehälter prüfen", dueOn: "2026-12-01", targetType: "page", targetId: page.id } as const;
  const refused = { code: "BAD_REQUEST", message: expect.stringContaining("Jana Petersen") };
  await expect(keeper.create({ ...own, responsibleUserId: jana.id })).rejects.toMatchObject(refused);
  const { id, version } = await keeper.create(own);
  await expect(keeper.assign({ id, userId: jana.id })).rejects.toMatchObject(refused);
  await expect(keeper.update({ id, version, responsibleUserId: jana.id })).rejects.toMatchObject(refused);
  expect((await keeper.get({ id })).responsible?.id).not.toBe(jana.id);
});

it("an archived record gets no date, which nobody would see", async () => {
  const { id } = await createRecord(api, "website", { name: "Amsel" });
  await api.website.archive({ id });
  const own = { label: "Relaunch", dueOn: "2027-01-01", targetType: "website", targetId: id } as const;
  await expect(api.deadline.create(own)).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
  expect(await office.services.db.selectFrom("deadlines").select("id").execute()).toEqual([]);
});

it("a decision is not taken over by somebody who has not seen it", async () => {
  const domain = { name: "amsel.example", renewsAt: "2027-03-01", renewDecision: "open", noticeDays: 30 };
  const { id } = await createRecord(api, "domain", domain);
  const ofDomain = { targetType: "domain", targetId: id, kind: "domainCancel" } as const;
  const cancel = (await api.deadline.list(ofDomain)).data[0]?.id ?? "";
  await (await office.as(maren)).deadline.decide({ id: cancel, decision: "cancel" });
  await expect(api.deadline.decide({ id: cancel, decision: "keep" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  expect((await api.domain.get({ id })).values.renewDecision).toBe("cancel");
  const version = (await api.deadline.get({ id: cancel })).targetVersion ?? 0;
  expect(await api.deadline.decide({ id: cancel, decision: "keep", version })).toMatchObject({ decision: "keep" });
});

it("a term that has gone on is not decided about by the deadline of the one before", async () => {
  const { id } = await createRecord(api, "domain", {
    name: "amsel.example",
    renewsAt: "2027-03-01",
    renewDecision: "open",
    noticeDays: 30,
    autoRenew: true,
    periodMonths: 12,
  });
  const { deadline: keeper } = await office.as(maren);
  const ofDomain = { targetType: "domain", targetId: id, kind: "domainCancel" } as const;
  const before = (await keeper.list(ofDomain)).data[0]?.id ?? "";
  office.advance(80 * dayMs);
  await rollOver(office.services);
  await expect(keeper.decide({ id: before, decision: "cancel" })).rejects.toMatchObject({
    code: "PRECONDITION_FAILED",
  });
  expect((await api.domain.get({ id })).values.renewDecision).toBe("open");
  const after = (await keeper.list(ofDomain)).data[0]?.id ?? "";
  expect(await keeper.decide({ id: after, decision: "keep" })).toMatchObject({ decision: "keep" });
  expect(await keeper.decide({ id: after, decision: "open" })).toMatchObject({ decision: "open", state: "open" });
});

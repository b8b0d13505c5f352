import { expect, it } from "vitest";
import { dayMs, hourMs } from "../../../contract/time/durations.ts";
import { readFigures } from "../../../server/features/system/figures.ts";
import { removeOldDeliveries } from "../../../server/jobs/deliveries.ts";
import { openJobs } from "../../../server/jobs/runner.ts";
import { openOffice } from "../../support/office.ts";

it("what waits for a webhook that is switched off makes no light red, and goes after 30 days", async () => {
  const office = await openOffice();
  const { services } = office;
  const admin = await office.as(await office.hire({ role: "admin" }));
  const body = { url: "https://empfang.example/hook", description: "", events: ["customer.created" as const] };
  const { id } = await admin.webhook.create({ body });
  await admin.customer.create({ body: { name: "Neue Kundin" } });
  office.advance(2 * dayMs);
  const queues = async () => (await admin.system.get({})).lights.find(({ key }) => key === "queues");
  expect(await queues()).toMatchObject({ state: "bad", value: "1 warten, das Älteste seit 48 Std. (Webhooks)" });
  await admin.webhook.update({ params: { id }, body: { isEnabled: false }, version: 1 });
  expect(await queues()).toMatchObject({ state: "ok", value: "Nichts wartet" });
  const waiting = () => services.db.selectFrom("webhookDeliveries").select("state").execute();
  await removeOldDeliveries(services);
  expect(await waiting()).toEqual([{ state: "queued" }]);
  office.advance(29 * dayMs);
  await removeOldDeliveries(services);
  expect(await waiting()).toEqual([]);
});

it("what is due to be asked of others is a queue as well, and none where nobody is asked", async () => {
  const office = await openOffice();
  const { services } = office;
  const dueAt = new Date(services.now().getTime() - hourMs).toISOString();
  const lookup = { kind: "registration", targetId: "d1", subject: "amsel.example", dueAt } as const;
  const free = { claimedBy: null, claimedUntil: null, error: null, triedAt: null, answeredAt: null, answerJson: null };
  await services.db
    .insertInto("lookups")
    .values({ ...lookup, ...free })
    .execute();
  const queuesOf = async (isOn: boolean) =>
    (await readFigures({ ...services, checks: { ...services.checks, isOn } })).queues.lookups;
  expect(await queuesOf(true)).toEqual({ waiting: 1, oldestMs: hourMs });
  expect(await queuesOf(false)).toEqual({ waiting: 0, oldestMs: 0 });
});

it("a job that does not come to an end and a schedule gone quiet make the light of the jobs red", async () => {
  const office = await openOffice();
  const { services } = office;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const hang = () => {
    begin();
    return new Promise(() => undefined);
  };
  const jobs = openJobs([
    { name: "retention", everyMs: hourMs, run: hang },
    { name: "reminders", everyMs: hourMs, run: async () => undefined },
  ]);
  await jobs.run(services, "reminders");
  void jobs.run(services, "retention");
  await begun;
  office.advance(5 * hourMs);
  const { jobs: found } = await readFigures({ ...services, jobs });
  expect(found).toEqual({ failing: [], quiet: ["reminders"], hanging: ["retention"], latestMs: 5 * hourMs });
});

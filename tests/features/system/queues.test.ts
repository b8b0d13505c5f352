import { expect, it } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { startLookups } from "../../../server/features/lookups/run.ts";
import { noteStarted } from "../../../server/features/lookups/started.ts";
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
  expect(await queues()).toMatchObject({ state: "bad", value: "1 wartet, das Älteste seit 48 Std. (Webhooks)" });
  await admin.webhook.update({ params: { id }, body: { isEnabled: false }, version: 1 });
  expect(await queues()).toMatchObject({ state: "ok", value: "Nichts wartet" });
  const waiting = () => services.db.selectFrom("webhookDeliveries").select("state").execute();
  await removeOldDeliveries(services);
  expect(await waiting()).toEqual([{ state: "queued" }]);
  office.advance(29 * dayMs);
  await removeOldDeliveries(services);
  expect(await waiting()).toEqual([]);
});

it("what is due to be asked of others is a queue as well, of the kinds alone that somebody was started for", async () => {
  const office = await openOffice();
  const { services } = office;
  const dueAt = new Date(services.now().getTime() - hourMs).toISOString();
  const lookup = { targetId: "d1", subject: "amsel.example", dueAt };
  const free = { claimedBy: null, claimedUntil: null, error: null, triedAt: null, answeredAt: null, answerJson: null };
  await services.db
    .insertInto("lookups")
    .values([
      { kind: "registration", ...lookup, ...free },
      { kind: "legal", ...lookup, ...free },
    ])
    .execute();
  const queue = async () => (await readFigures(services)).queues.lookups;
  const nothing = { waiting: 0, oldestMs: 0 };
  expect(await queue()).toEqual(nothing);
  const noted = noteStarted(services.db, ["legal", "technologies"]);
  expect(await queue()).toEqual({ waiting: 1, oldestMs: hourMs });
  noted.end();
  expect(await queue()).toEqual(nothing);
  const tools = { openDns: () => expect.unreachable(), rdapServerOf: () => undefined };
  const lookups = startLookups(services, tools, []);
  expect(await queue()).toEqual(nothing);
  await lookups.stop();
});

it("mails make no light red where no mail server is set up, which they wait for a day at most", async () => {
  const office = await openOffice();
  const { services } = office;
  const admin = await office.as(await office.hire({ role: "admin" }));
  const createdAt = new Date(services.now().getTime() - 2 * hourMs).toISOString();
  const rest = { toUserId: null, contentJson: null, nextAttemptAt: createdAt, claimedUntil: null, claimedBy: null };
  const mail = { id: "m1", toEmail: "a@b.example", toName: "A", subject: "S", answer: null, endedAt: null, createdAt };
  await services.db
    .insertInto("mails")
    .values({ ...mail, ...rest, kind: "notification", state: "queued" })
    .execute();
  const queues = async () => (await admin.system.get({})).lights.find(({ key }) => key === "queues");
  expect(await queues()).toMatchObject({ state: "ok", value: "Nichts wartet" });
  const values = { host: "mail.example", fromEmail: "portal@nordlicht.example" };
  await admin.setting.update({ section: "mail", values, version: 0 });
  expect(await queues()).toMatchObject({ state: "warn", value: "1 wartet, das Älteste seit 2 Std. (E-Mails)" });
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
  expect(found).toEqual({
    failing: [],
    stumbled: [],
    quiet: ["reminders"],
    hanging: ["retention"],
    latestMs: 5 * hourMs,
  });
});

it("a daily job that failed is told at once, for it is not tried again that day", async () => {
  const office = await openOffice();
  const { services } = office;
  const run = () => Promise.reject(new Error("nicht heute"));
  const jobs = openJobs([
    { name: "retention", daily: { at: "03:00" }, run },
    { name: "mail", everyMs: minuteMs, run },
  ]);
  for (const name of ["retention", "mail"]) await jobs.run(services, name);
  const { jobs: found } = await readFigures({ ...services, jobs });
  expect(found).toMatchObject({ failing: [], stumbled: ["retention"] });
});

import { beforeEach, expect, test, vi } from "vitest";
import { jobLabels } from "../../../contract/jobs/jobs.ts";
import { dayMs, hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { watchJobs } from "../../../server/features/jobs/watch.ts";
import { openJobs, sharedLane } from "../../../server/jobs/runner.ts";
import type { Person, Services } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";

let office: Office;
let admin: Person;
let services: Services;
let fails: boolean;

beforeEach(async () => {
  office = await openOffice();
  admin = await office.hire({ role: "admin" });
  fails = true;
  const run = async () => {
    if (fails) throw new Error("Die Gegenstelle antwortet nicht.");
  };
  services = {
    ...office.services,
    jobs: openJobs([
      { name: "mail", everyMs: hourMs, run },
      { name: "reminders", daily: { at: "07:00" }, run: async () => undefined },
    ]),
  };
});

const told = async () =>
  (
    await services.db
      .selectFrom("notifications")
      .select("title")
      .where("forUserId", "=", admin.id)
      .orderBy("id")
      .execute()
  ).map(({ title }) => title);
const events = () => office.signals.map(({ event }) => event).filter((event) => /^(job|scheduler)/.test(event));
const run = (name = "mail") => services.jobs.run(services, name);

test("a job that fails twice is mailed to the admins, who did not ask for mail", async () => {
  const api = await office.as(admin);
  await api.setting.update({
    section: "mail",
    version: 0,
    values: { host: "mail.example", fromEmail: "portal@agentur.example" },
  });
  await run();
  await run();
  await watchJobs(services);
  const { mailDueAt } = await services.db
    .selectFrom("notifications")
    .select("mailDueAt")
    .where("forUserId", "=", admin.id)
    .executeTakeFirstOrThrow();
  expect(mailDueAt).toBe(services.now().toISOString());
});

test("a job that fails twice is told to the admins, once, and again after it has worked between", async () => {
  const member = await office.hire({ role: "maintainer" });
  await run();
  await watchJobs(services);
  expect(await told()).toEqual([]);
  await run();
  await watchJobs(services);
  await watchJobs(services);
  expect(await told()).toEqual(["„Wartende E-Mails versenden“ ist fehlgeschlagen"]);
  expect(events()).toEqual(["jobFailed"]);
  const others = await services.db
    .selectFrom("notifications")
    .select("id")
    .where("forUserId", "=", member.id)
    .execute();
  expect(others).toEqual([]);
  fails = false;
  await run();
  fails = true;
  await run();
  await run();
  office.advance(hourMs);
  await watchJobs(services);
  expect(events()).toEqual(["jobFailed", "jobFailed"]);
});

test("a job that never ends keeps all others waiting, but not the watch, which names it once for all", async () => {
  const label = { hanging: "backups", others: ["mail", "claims", "clock", "terms"] };
  let end = () => {};
  const hanging = new Promise<void>((resolve) => {
    end = resolve;
  });
  const quick = async () => undefined;
  const started = label.others.map((name) => ({ name, everyMs: 0, run: quick }));
  const jobs = openJobs([
    ...started,
    { name: label.hanging, everyMs: 0, run: () => hanging },
    { name: "job-watch", everyMs: 0, lane: "watch", run: watchJobs },
  ]);
  services = { ...services, jobs };
  const chain = jobs.runDue(services, sharedLane);
  await vi.waitFor(async () => expect([...(await jobs.running(services))]).toContain(label.hanging));
  office.advance(3 * hourMs);
  await jobs.runDue(services, "watch");
  await jobs.runDue(services, "watch");
  expect(await told()).toEqual(["„Wartende E-Mails versenden“ und 3 weitere Abläufe laufen nicht mehr"]);
  const { message } = await services.db.selectFrom("notifications").select("message").executeTakeFirstOrThrow();
  expect(message).toContain(`„${jobLabels[label.hanging]}“ kommt nicht zum Ende.`);
  expect(events()).toEqual(["schedulerStale"]);
  end();
  await chain;
});

test("a job that never ends in a lane of its own is named itself, once", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const jobs = openJobs([
    { name: "dmarc-mailbox", everyMs: 0, lane: "mailbox", run: () => promise },
    { name: "job-watch", everyMs: 0, lane: "watch", run: watchJobs },
    { name: "claims", everyMs: 0, run: async () => undefined },
  ]);
  services = { ...services, jobs };
  const lane = jobs.runDue(services, "mailbox");
  await vi.waitFor(async () => expect([...(await jobs.running(services))]).toContain("dmarc-mailbox"));
  office.advance(3 * hourMs);
  await jobs.runDue(services, sharedLane);
  await jobs.runDue(services, "watch");
  await jobs.runDue(services, "watch");
  expect(await told()).toEqual([`„${jobLabels["dmarc-mailbox"]}“ kommt nicht zum Ende`]);
  resolve();
  await lane;
});

test("jobs that could not run while the portal was off or its machine asleep are no trouble", async () => {
  fails = false;
  await run();
  const { jobs } = services;
  jobs.noteTick(services.now());
  office.advance(3 * dayMs);
  jobs.noteTick(services.now());
  await watchJobs(services);
  expect(await told()).toEqual([]);
  for (let minutes = 0; minutes <= 125; minutes += 5) {
    office.advance(5 * minuteMs);
    jobs.noteTick(services.now());
  }
  await watchJobs(services);
  expect(await told()).toEqual(["„Wartende E-Mails versenden“ läuft nicht mehr"]);
});

test("a schedule that has gone quiet is told once", async () => {
  fails = false;
  await run();
  await run("reminders");
  office.advance(2 * hourMs + 30 * minuteMs);
  await watchJobs(services);
  expect(events()).toEqual([]);
  office.advance(2 * dayMs);
  await watchJobs(services);
  await watchJobs(services);
  expect(await told()).toEqual([
    "„Wartende E-Mails versenden“ läuft nicht mehr",
    "„An Fristen erinnern“ läuft nicht mehr",
  ]);
  expect(events()).toEqual(["schedulerStale", "schedulerStale"]);
});

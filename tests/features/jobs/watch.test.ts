import { beforeEach, expect, test } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { watchJobs } from "../../../server/features/jobs/watch.ts";
import { openJobs } from "../../../server/jobs/runner.ts";
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
  (await services.db.selectFrom("notifications").select("title").where("forUserId", "=", admin.id).execute()).map(
    ({ title }) => title,
  );
const events = () => office.signals.map(({ event }) => event).filter((event) => /^(job|scheduler)/.test(event));
const run = (name = "mail") => services.jobs.run(services, name);

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

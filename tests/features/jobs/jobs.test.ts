import { expect, it } from "vitest";
import { hourMs } from "../../../contract/time/durations.ts";
import { type Job, openJobs, startJobs } from "../../../server/jobs/runner.ts";
import { openOffice } from "../../support/office.ts";

function countingJob(name: string, fail?: string): Job & { runs: number } {
  return {
    name,
    everyMs: hourMs,
    runs: 0,
    async run() {
      this.runs += 1;
      if (fail) throw new Error(fail);
    },
  };
}

const lastRun = async (office: Awaited<ReturnType<typeof openOffice>>, name: string) =>
  office.services.db.selectFrom("jobRuns").selectAll().where("name", "=", name).executeTakeFirst();

it("a job runs when it is due and not before", async () => {
  const office = await openOffice();
  const job = countingJob("aufräumen");
  const jobs = openJobs([job]);
  await jobs.runDue(office.services);
  await jobs.runDue(office.services);
  expect(job.runs).toBe(1);
  office.advance(hourMs);
  await jobs.runDue(office.services);
  expect(job.runs).toBe(2);
  expect(await lastRun(office, "aufräumen")).toMatchObject({
    error: null,
    startedAt: office.services.now().toISOString(),
  });
});

it("a failing job leaves its reason and does not keep the next from running", async () => {
  const office = await openOffice();
  const broken = countingJob("kaputt", "Platte voll");
  const sound = countingJob("heil");
  await openJobs([broken, sound]).runDue(office.services);
  expect(await lastRun(office, "kaputt")).toMatchObject({ error: "Platte voll", finishedAt: expect.any(String) });
  expect(sound.runs).toBe(1);
});

it("when a job last ended well stays known while it fails", async () => {
  const office = await openOffice();
  let fails = false;
  const job: Job = {
    name: "mal so, mal so",
    everyMs: hourMs,
    run: async () => {
      if (fails) throw new Error("Platte voll");
    },
  };
  const jobs = openJobs([job]);
  await jobs.runDue(office.services);
  const succeededAt = office.services.now().toISOString();
  fails = true;
  office.advance(hourMs);
  await jobs.runDue(office.services);
  expect(await lastRun(office, job.name)).toMatchObject({ error: "Platte voll", succeededAt });
  fails = false;
  office.advance(hourMs);
  await jobs.runDue(office.services);
  const again = office.services.now().toISOString();
  expect(await lastRun(office, job.name)).toMatchObject({ error: null, finishedAt: again, succeededAt: again });
});

it("stopping waits for the job that runs and starts no other", async () => {
  const office = await openOffice();
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const slow: Job = {
    name: "langsam",
    everyMs: hourMs,
    run: () => {
      begun.resolve();
      return promise;
    },
  };
  const jobs = startJobs({ ...office.services, jobs: openJobs([slow]) });
  await begun.promise;
  const stopped = jobs.stop();
  resolve();
  await stopped;
  expect(await lastRun(office, "langsam")).toMatchObject({ finishedAt: expect.any(String) });
});

it("a job in a lane of its own runs while another one does not end", async () => {
  const office = await openOffice();
  const [slow, apart] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const list: Job[] = [
    { name: "langsam", everyMs: hourMs, run: () => slow.promise },
    { name: "wacht", everyMs: hourMs, lane: "watch", run: async () => apart.resolve() },
  ];
  const jobs = startJobs({ ...office.services, jobs: openJobs(list) });
  await apart.promise;
  expect((await lastRun(office, "langsam"))?.finishedAt ?? null).toBeNull();
  slow.resolve();
  await jobs.stop();
});

it("a job that is asked for while it runs is not begun twice", async () => {
  const office = await openOffice();
  const { promise, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  const slow: Job = {
    name: "langsam",
    everyMs: hourMs,
    run: () => {
      runs += 1;
      return promise;
    },
  };
  const jobs = openJobs([slow]);
  const both = [jobs.run(office.services, "langsam"), jobs.run(office.services, "langsam")];
  expect([...(await jobs.running(office.services))]).toEqual(["langsam"]);
  resolve();
  await Promise.all(both);
  expect([runs, (await jobs.running(office.services)).size]).toEqual([1, 0]);
});

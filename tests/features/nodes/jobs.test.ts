import { beforeEach, expect, it } from "vitest";
import { hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { type Job, openJobs } from "../../../server/jobs/runner.ts";
import { LeaseLost } from "../../../server/nodes/leases.ts";
import type { Services } from "../../../server/trpc/context.ts";
import { describeTwoNodes, type TestNode } from "../../support/nodes/two-nodes.ts";
import { until } from "../../support/until.ts";

const readRun = ({ services: { db } }: TestNode) => db.selectFrom("jobRuns").selectAll().executeTakeFirst();

/** A job that notes its runs in memory, and waits where the test lets it. */
function openJob(details: { everyMs?: number } = {}) {
  const runs: { end: PromiseWithResolvers<void>; outcome: Promise<unknown> }[] = [];
  const waiting = { isOn: false };
  const job: Job = {
    name: "aufräumen",
    everyMs: details.everyMs ?? hourMs,
    async run(services) {
      const end = Promise.withResolvers<void>();
      if (!waiting.isOn) end.resolve();
      const outcome = end.promise.then(() => write(services, `run ${runs.length}`));
      outcome.catch(() => undefined);
      runs.push({ end, outcome });
      await outcome;
    },
  };
  const wait = (isOn: boolean) => {
    waiting.isOn = isOn;
  };
  return { job, runs, wait };
}

const write = (services: Services, fromAt: string) =>
  transact(systemContext(services), (tx) =>
    tx.db.insertInto("downtimes").values({ fromAt, untilAt: fromAt }).execute(),
  );

const written = async ({ services: { db } }: TestNode) =>
  (await db.selectFrom("downtimes").select("fromAt").orderBy("fromAt").execute()).map(({ fromAt }) => fromAt);

describeTwoNodes("a job", (open) => {
  let one: TestNode;
  let two: TestNode;
  beforeEach(async () => {
    [one, two] = await open();
  });

  it("that hung with its node and was taken over writes nothing more, and notes nothing", async () => {
    const { job, runs, wait } = openJob();
    const [here, there] = [openJobs([job]), openJobs([job])];
    wait(true);
    const hanging = here.runDue(one.services);
    await until(() => expect(runs).toHaveLength(1));
    expect([...(await there.running(two.services))]).toEqual(["aufräumen"]);
    await one.hang();
    wait(false);
    two.advance(1000);
    await there.runDue(two.services);
    const noted = await readRun(two);
    await one.appear();
    one.advance(minuteMs);
    runs[0]?.end.resolve();
    await hanging;
    await expect(runs[0]?.outcome).rejects.toThrow(LeaseLost);
    expect(await readRun(two)).toEqual(noted);
    expect(noted).toMatchObject({ startedAt: two.services.now().toISOString(), error: null, failures: 0 });
    expect(await written(two)).toEqual(["run 2"]);
  });

  it("does not run on a node that the others may take for dead", async () => {
    const { job, runs } = openJob();
    await one.hang();
    await openJobs([job]).runDue(one.services);
    expect([runs.length, await readRun(one)]).toEqual([0, undefined]);
  });

  it("runs on one of two nodes that find it due at the same time, again and again", async () => {
    const { job, runs } = openJob();
    const [here, there] = [openJobs([job]), openJobs([job])];
    for (let time = 1; time <= 5; time += 1) {
      await Promise.all([here.runDue(one.services), there.runDue(two.services)]);
      expect(runs).toHaveLength(time);
      one.advance(hourMs);
      two.advance(hourMs);
    }
  });

  it("does not run once more because the clock of another node is behind or ahead", async () => {
    const { job, runs } = openJob();
    await openJobs([job]).runDue(one.services);
    two.advance(-4000);
    await openJobs([job]).runDue(two.services);
    two.advance(8000);
    await openJobs([job]).runDue(two.services);
    expect(runs).toHaveLength(1);
  });

  it("that is always due does not run once a minute for each node", async () => {
    const { job, runs } = openJob({ everyMs: 0 });
    await openJobs([job]).runDue(one.services);
    two.advance(20_000);
    await openJobs([job]).runDue(two.services);
    expect(runs).toHaveLength(1);
    two.advance(40_000);
    await openJobs([job]).runDue(two.services);
    expect(runs).toHaveLength(2);
  });

  it("that was cut by the death of its node is run by another one at once", async () => {
    const { job, runs, wait } = openJob();
    wait(true);
    const cut = openJobs([job]).runDue(one.services);
    await until(() => expect(runs).toHaveLength(1));
    const there = openJobs([job]);
    await there.runDue(two.services);
    expect(runs).toHaveLength(1);
    wait(false);
    await one.hang();
    await there.runDue(two.services);
    expect(runs).toHaveLength(2);
    await there.runDue(two.services);
    expect(runs).toHaveLength(2);
    runs[0]?.end.resolve();
    await cut;
  });

  it("that somebody asks for while another node runs it is waited for and not begun twice", async () => {
    const { job, runs, wait } = openJob();
    wait(true);
    const [here, there] = [openJobs([job]), openJobs([job])];
    const running = here.runDue(one.services);
    await until(() => expect(runs).toHaveLength(1));
    const refused = Promise.withResolvers<void>();
    const db = two.services.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        refused.resolve();
        return result;
      },
    });
    const asked = there.run({ ...two.services, db }, "aufräumen").then(() => readRun(two));
    // Whoever asked after its end would begin it once more.
    await refused.promise;
    runs[0]?.end.resolve();
    await running;
    expect(await asked).toMatchObject({ finishedAt: expect.any(String) });
    expect([runs.length, (await there.running(two.services)).size]).toEqual([1, 0]);
  });

  it("that somebody asks for runs although it is not due", async () => {
    const { job, runs } = openJob();
    const jobs = openJobs([job]);
    await jobs.runDue(one.services);
    await jobs.run(one.services, "aufräumen");
    expect(runs).toHaveLength(2);
  });

  it("leaves what it has begun and not waited for to itself", async () => {
    let left: Services | undefined;
    const job: Job = {
      name: "aufräumen",
      everyMs: hourMs,
      run: async (services) => {
        left = services;
      },
    };
    await openJobs([job]).runDue(one.services);
    if (!left) throw new Error("the job did not run");
    await write(left, "afterwards");
    expect(await written(one)).toEqual(["afterwards"]);
  });
});

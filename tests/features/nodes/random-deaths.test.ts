import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { minuteMs } from "../../../contract/time/durations.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { type Job, type Jobs, openJobs } from "../../../server/jobs/runner.ts";
import type { Services } from "../../../server/trpc/context.ts";
import { chanceOf } from "../../support/chance.ts";
import { describeTwoNodes, openNode, type TestNode } from "../../support/nodes/two-nodes.ts";

const periods = 60;

/** A node whose job may stand still in the middle. */
interface Stopping extends TestNode {
  jobs: Jobs;
  stop: PromiseWithResolvers<void> | undefined;
  goOn: PromiseWithResolvers<void>;
}

const write = (services: Services, period: number, once: boolean) =>
  transact(systemContext(services), async (tx) => {
    const { rows } = await sql`select 1 from effects where period = ${period}`.execute(tx.db);
    if (rows.length === 0 || !once) await sql`insert into effects (period) values (${period})`.execute(tx.db);
  });

describeTwoNodes("a job whose nodes stand still at any moment", (open) => {
  it("takes effect once in each period, whoever runs it", async () => {
    const chance = chanceOf(16);
    const [one, two] = await open();
    await sql`create table effects (period integer)`.execute(one.services.db);
    onTestFinished(async () => void (await sql`drop table effects`.execute(one.services.db)));
    let period = 0;
    let stopped = 0;

    /** Stands still before or after it has taken effect; one that was overtaken writes without looking, and must not. */
    const jobOf = (node: () => Stopping): Job => ({
      name: "melden",
      everyMs: minuteMs,
      async run(services) {
        const own = node();
        if (chance.next() > 0.5 || stopped === 2) return write(services, period, true);
        const isBefore = chance.next() < 0.5;
        if (!isBefore) await write(services, period, true);
        stopped += 1;
        await own.hang();
        own.stop?.resolve();
        await own.goOn.promise;
        if (isBefore) await write(services, period, false);
      },
    });
    const nodes = [one, two, await openNode(two.services.db, "drei")].map((node) => {
      const stopping: Stopping = {
        ...node,
        jobs: openJobs([jobOf(() => stopping)]),
        stop: undefined,
        goOn: Promise.withResolvers(),
      };
      return stopping;
    });

    for (period = 0; period < periods; period += 1) {
      const runs: Promise<void>[] = [];
      let before = -1;
      stopped = 0;
      // As long as somebody has just stopped, the others look once more.
      while (before < stopped) {
        before = stopped;
        const awake = nodes.filter(({ stop }) => !stop);
        const looks = awake.map(async (node) => {
          const stop = Promise.withResolvers<void>();
          node.stop = stop;
          node.goOn = Promise.withResolvers();
          const run = node.jobs.runDue(node.services);
          runs.push(run);
          const isStill = await Promise.race([run.then(() => false), stop.promise.then(() => true)]);
          if (!isStill) node.stop = undefined;
        });
        await Promise.all(looks);
      }
      for (const node of nodes) {
        if (node.stop) await node.appear();
        node.goOn.resolve();
        node.stop = undefined;
      }
      await Promise.all(runs);
      for (const node of nodes) node.advance(minuteMs);
    }

    const { rows } = await sql<{ period: number }>`select period from effects order by period`.execute(one.services.db);
    expect(rows.map((row) => row.period)).toEqual(Array.from({ length: periods }, (_, index) => index));
    expect(await one.services.db.selectFrom("jobRuns").select(["failures"]).execute()).toEqual([{ failures: 0 }]);
  });
});

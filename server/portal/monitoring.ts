import { openChecker } from "../checks/supervisor.ts";
import { startWorker } from "../db/wake.ts";
import type { Environment } from "../env.ts";
import { openFigures } from "../features/checks/figures.ts";
import { followCheckEvents } from "../features/checks/follow-events.ts";
import { fillChecks, mendChecks } from "../features/checks/mend.ts";
import { askReservedNames } from "../features/checks/reserved-names.ts";
import { unlessFull } from "../problem.ts";
import type { Services } from "../trpc/context.ts";

const figuresEveryMs = 10_000;

/**
 * Watches from now on: keeps the checker's process running as soon as there is something to check, and brings what it
 * finds out into the records. `stop` ends the process and waits for it.
 */
export async function startMonitoring(services: Services, env: Environment): Promise<{ stop(): Promise<void> }> {
  askReservedNames(env.checks.nameServer !== undefined);
  if (!env.checks.isOn) return { stop: async () => services.checks.close() };
  const { db, log } = services;
  await unlessFull(fillChecks(services));
  const checker = openChecker({
    dataDir: env.dataDir,
    nameServer: env.checks.nameServer,
    logLevel: env.logLevel,
    log: log.child({ part: "checks" }),
    onNews: () => services.checks.tellNews(),
  });
  const waking = startWorker(services, {
    worker: "checks",
    run: async () => {
      const first = await db.selectFrom("checks").select("id").where("isEnabled", "=", 1).limit(1).executeTakeFirst();
      if (first) checker.start();
      checker.wake();
      return undefined;
    },
    failure: "the checker could not be woken",
  });
  const planning = startWorker(services, {
    worker: "checkPlans",
    run: async () => void (await mendChecks(services)),
    failure: "checks could not be planned",
    waits: true,
  });
  const writeFigures = openFigures();
  const following = startWorker(services, {
    worker: "checkEvents",
    run: async (isStopped) => {
      await followCheckEvents(services, isStopped);
      return figuresEveryMs;
    },
    failure: "events of checks could not be followed",
  });
  const figures = startWorker(services, {
    worker: "checkFigures",
    run: async (isStopped) => {
      await writeFigures(services, isStopped);
      return figuresEveryMs;
    },
    failure: "figures of checks could not be written",
  });
  const ignore = services.checks.onNews(() => following.wake());
  return {
    async stop() {
      ignore();
      await checker.stop();
      for (const worker of [waking, planning, following, figures]) await worker.stop();
      services.checks.close();
    },
  };
}

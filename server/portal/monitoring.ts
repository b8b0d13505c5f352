import { type CheckerState, openChecker } from "../checks/supervisor.ts";
import { startWorker } from "../db/wake.ts";
import type { Environment } from "../env.ts";
import { followFigures } from "../features/checks/figures.ts";
import { openFiguresThread } from "../features/checks/figures-thread.ts";
import { followCheckEvents } from "../features/checks/follow-events.ts";
import { tellProgress } from "../features/checks/progress.ts";
import { fillChecks, repairChecks } from "../features/checks/repair.ts";
import { askReservedNames } from "../features/checks/reserved-names.ts";
import { releaseLists, startReleaseRefresh } from "../features/end-of-life/refresh.ts";
import { startLookups } from "../features/lookups/run.ts";
import { startPreviews } from "../features/previews/run.ts";
import { startRegistrars } from "../features/registrar-connections/run.ts";
import { refreshAllSoftware } from "../features/technologies/software.ts";
import { startVulnerabilities, wordfenceFeed } from "../features/vulnerabilities/refresh.ts";
import { partLog } from "../log.ts";
import { unlessFull } from "../problem.ts";
import type { Services } from "../trpc/context.ts";
import { openLookupTools } from "./lookup-tools.ts";
import type { StartOptions } from "./portal.ts";

const eventsEveryMs = 10_000;
const figuresEveryMs = 2000;
const progressEveryMs = 500;

/** What is asked of websites alone, whose names are known in another way. */
const lookupsWithoutDns = ["technologies", "legal"] as const;

export interface Monitoring {
  /** How the checker's process is doing; undefined where there is nothing to check. */
  checker(): CheckerState | undefined;
  stop(): Promise<void>;
}

/**
 * Watches from now on: keeps the checker's process running as soon as there is something to check, and brings what it
 * finds out into the records. `stop` ends the process and waits for it.
 */
export async function startMonitoring(
  services: Services,
  env: Environment,
  { checkerProgram, detourOf }: Pick<StartOptions, "checkerProgram" | "detourOf"> = {},
): Promise<Monitoring> {
  askReservedNames(env.checks.nameServer !== undefined);
  if (!env.checks.isOn) return { checker: () => undefined, stop: async () => services.checks.close() };
  const { db, log } = services;
  const place = { dataDir: env.dataDir, postgres: env.postgres };
  await unlessFull(fillChecks(services));
  const checker = openChecker({
    place,
    nameServer: env.checks.nameServer,
    publicUrl: env.publicUrl?.href,
    program: checkerProgram,
    logLevel: env.logLevel,
    log: partLog(log, "checks"),
    onStored: () => services.checks.announceStored(),
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
    run: async () => void (await repairChecks(services)),
    failure: "checks could not be planned",
    waits: true,
  });
  const figuresThread = openFiguresThread(place, () => services.checks.reader() !== undefined);
  const following = startWorker(services, {
    worker: "checkEvents",
    run: async (isStopped) => {
      await followCheckEvents(services, isStopped);
      return eventsEveryMs;
    },
    failure: "events of checks could not be followed",
  });
  const figures = startWorker(services, {
    worker: "checkFigures",
    run: async () => {
      await followFigures(services, figuresThread.write);
      return figuresEveryMs;
    },
    failure: "figures of checks could not be written",
  });
  const progress = startWorker(services, {
    worker: "checkProgress",
    run: async () => (tellProgress(services) ? progressEveryMs : undefined),
    failure: "the progress of checks could not be told",
    waits: true,
  });
  // A name server of the portal's own knows names that the root does not; without roots beside it nothing is looked up.
  const hasRoots = env.checks.nameServer === undefined || env.checks.dnsRoots.length > 0;
  const tools = openLookupTools(services, env.checks);
  const lookups =
    hasRoots || detourOf ? startLookups(services, tools, hasRoots ? undefined : lookupsWithoutDns) : undefined;
  const previews = startPreviews(services);
  // Where a name server of the portal's own answers, nobody else is there to be asked.
  const hasInternet = env.checks.nameServer === undefined && env.checks.dnsRoots.length === 0;
  const follow = () => refreshAllSoftware(services);
  const vulnerabilities = hasInternet ? startVulnerabilities(services, wordfenceFeed) : undefined;
  const releases = hasInternet ? startReleaseRefresh(services, { baseUrl: releaseLists, follow }) : undefined;
  const registrars = startRegistrars(services);
  const ignore = services.checks.onStored(() => following.wake());
  return {
    checker: checker.state,
    async stop() {
      ignore();
      await checker.stop();
      const workers = [
        waking,
        planning,
        following,
        figures,
        progress,
        previews,
        registrars,
        lookups,
        releases,
        vulnerabilities,
      ];
      await figuresThread.stop();
      for (const worker of workers) await worker?.stop();
      services.checks.close();
    },
  };
}

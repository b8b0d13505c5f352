import { setTimeout as pause } from "node:timers/promises";
import { type Checker, type CheckerState, openChecker } from "../checks/supervisor.ts";
import { startWorker } from "../db/wake.ts";
import type { Environment } from "../env.ts";
import { followFigures } from "../features/checks/figures.ts";
import { openFiguresThread } from "../features/checks/figures-thread.ts";
import { followCheckEvents } from "../features/checks/follow-events.ts";
import { tellProgress } from "../features/checks/progress.ts";
import { openSharedResults, type SharedResults } from "../features/checks/shared-results.ts";
import { startLeading } from "../jobs/lead.ts";
import { partLog } from "../log.ts";
import { labelLeases } from "../nodes/lease-labels.ts";
import type { Services } from "../trpc/context.ts";
import { hearLookers, lookForOthers, passOrders } from "./share-looks.ts";

const eventsEveryMs = 10_000;
const figuresEveryMs = 2000;
const progressEveryMs = 500;
/** How old what the nodes share may be; where copying takes long, it takes a tenth of the time at most. */
const [sharedEveryMs, sharedAtMostEveryMs, restPerCopy] = [30_000, 2000, 9];
const followEveryMs = 2000;
const wakeTopic = "checks-wake";

const leaseName = "checks";
labelLeases(leaseName, () => "Überwachung");

export interface Watch {
  /** How the checker's process is doing; undefined where there is nothing to check, or another node leads the checks. */
  state(): CheckerState | undefined;
  /** How often this node has looked in the last minute; undefined where there are no others, or nothing to look at. */
  looksPerMinute(): number | undefined;
  stop(): Promise<void>;
}

/** Has the checker's process run, and brings what it finds out into the records; of several nodes one does. */
export function watchChecks(services: Services, env: Environment, program: string | undefined): Watch {
  const { shared } = services.uploads.store;
  if (!services.nodes.isShared || !shared) {
    const own = watchHere(services, env, {
      program,
      onStored: () => services.checks.announceStored(),
    });
    return { state: own.checker.state, looksPerMinute: () => undefined, stop: own.stop };
  }
  return watchAmongNodes(services, env, {
    program,
    results: openSharedResults({ dataDir: env.dataDir, files: shared }),
  });
}

interface Here {
  program: string | undefined;
  /** This node, where others are beside it. */
  node?: string;
  onStored(): void;
  onSaid?(message: unknown): void;
}

function watchHere(services: Services, env: Environment, { program, node, onStored, onSaid = () => undefined }: Here) {
  const { db, log } = services;
  const place = { dataDir: env.dataDir, postgres: env.postgres };
  const checker = openChecker({
    place,
    nameServer: env.checks.nameServer,
    publicUrl: env.publicUrl?.href,
    program,
    node,
    logLevel: env.logLevel,
    log: partLog(log, "checks"),
    onStored,
    onSaid,
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
  const ignore = services.checks.onStored(() => following.wake());
  return {
    checker,
    wake: waking.wake,
    async stop() {
      ignore();
      await checker.stop();
      await figuresThread.stop();
      for (const worker of [waking, following, figures, progress]) await worker.stop();
    },
  };
}

/** One node leads the checks; all read what it shares, and the portal acts on nothing else. */
function watchAmongNodes(
  services: Services,
  env: Environment,
  { program, results }: { program: string | undefined; results: SharedResults },
): Watch {
  const { bus } = services;
  let looks: number | undefined;
  const noteLooks = (perMinute: number) => {
    looks = perMinute;
  };
  const elsewhere = lookForOthers(services, env, noteLooks);
  let checker: Checker | undefined;
  let call: () => void = () => undefined;
  let end: () => Promise<void> = async () => undefined;

  const leading = startLeading(services, leaseName, {
    async begin(fenced) {
      await results.takeOver(fenced);
      const sharing = startSharing(fenced, results);
      const here = watchHere(fenced, env, {
        program,
        node: services.nodes.id,
        onStored: sharing.wake,
        onSaid: passOrders(services, noteLooks),
      });
      const unsubscribe = bus.subscribe(wakeTopic, () => here.wake());
      const lookers = hearLookers(services, here.checker);
      checker = here.checker;
      call = lookers.call;
      elsewhere.setLeading(true);
      end = async () => {
        end = async () => undefined;
        call = () => undefined;
        checker = undefined;
        unsubscribe();
        await here.stop();
        lookers.stop();
        await sharing.stop();
        elsewhere.setLeading(false);
      };
    },
    goOn(until) {
      checker?.lookUntil(until);
      call();
    },
    end: () => end(),
  });
  const following = startWorker(services, {
    worker: "checkCopies",
    run: async () => {
      await results.follow(services);
      return followEveryMs;
    },
    failure: "what the checks of another node have found out could not be read",
  });
  const telling = startWorker(services, {
    worker: "checks",
    run: async () => {
      bus.publish(wakeTopic, {});
      return undefined;
    },
    failure: "the node that leads the checks could not be woken",
    waits: true,
  });
  return {
    state: () => checker?.state(),
    looksPerMinute: () => looks,
    async stop() {
      await leading.stop();
      await elsewhere.stop();
      for (const worker of [following, telling]) await worker.stop();
    },
  };
}

/** Shares what the checker has found out when it tells of something, and now and then; `stop` does so for a last time. */
function startSharing(services: Services, results: SharedResults) {
  let restMs = sharedAtMostEveryMs;
  let endedAt = Number.NEGATIVE_INFINITY;
  const share = async () => {
    const begunAt = performance.now();
    await results.share(services);
    endedAt = performance.now();
    restMs = Math.max(sharedAtMostEveryMs, (endedAt - begunAt) * restPerCopy);
  };
  const worker = startWorker(services, {
    worker: "checkSharing",
    run: async (isStopped) => {
      const waitMs = endedAt + restMs - performance.now();
      if (waitMs > 0) await pause(Math.min(waitMs, restMs));
      if (!isStopped()) await share();
      return Math.max(sharedEveryMs, restMs);
    },
    failure: "what the checks have found out could not be shared",
  });
  return {
    wake: worker.wake,
    async stop() {
      await worker.stop();
      await share().catch((err: unknown) => services.log.warn({ err }, "the last results of checks were not shared"));
    },
  };
}

import type { CheckerState } from "../checks/supervisor.ts";
import { startWorker } from "../db/wake.ts";
import type { Environment } from "../env.ts";
import { fillChecks, repairChecks } from "../features/checks/repair.ts";
import { askReservedNames } from "../features/checks/reserved-names.ts";
import { releaseLists, startReleaseRefresh } from "../features/end-of-life/refresh.ts";
import { startLookups } from "../features/lookups/run.ts";
import { startPreviews } from "../features/previews/run.ts";
import { startRegistrars } from "../features/registrar-connections/run.ts";
import { refreshAllSoftware } from "../features/technologies/software.ts";
import { startVulnerabilities, wordfenceFeed } from "../features/vulnerabilities/refresh.ts";
import { unlessFull } from "../problem.ts";
import type { Services } from "../trpc/context.ts";
import { openLookupTools } from "./lookup-tools.ts";
import type { StartOptions } from "./portal.ts";
import { watchChecks } from "./watch-checks.ts";

/** What is asked of websites alone, whose names are known in another way. */
const lookupsWithoutDns = ["technologies", "legal"] as const;

export interface Monitoring {
  /** How the checker's process is doing; undefined where there is nothing to check. */
  checker(): CheckerState | undefined;
  /** How often this node has looked in the last minute; undefined where no others are beside it. */
  looksPerMinute(): number | undefined;
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
  const off = () => undefined;
  if (!env.checks.isOn) return { checker: off, looksPerMinute: off, stop: async () => services.checks.close() };
  await unlessFull(fillChecks(services));
  const watch = watchChecks(services, env, checkerProgram);
  const planning = startWorker(services, {
    worker: "checkPlans",
    run: async () => void (await repairChecks(services)),
    failure: "checks could not be planned",
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
  return {
    checker: watch.state,
    looksPerMinute: watch.looksPerMinute,
    async stop() {
      await watch.stop();
      const workers = [planning, previews, registrars, lookups, releases, vulnerabilities];
      for (const worker of workers) await worker?.stop();
      services.checks.close();
    },
  };
}

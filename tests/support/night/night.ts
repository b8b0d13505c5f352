import "../../../server/features/register.ts";
import type { KyselyPlugin } from "kysely";
import type { Db } from "../../../server/db/connection.ts";
import { openJobs } from "../../../server/jobs/runner.ts";
import { createLog } from "../../../server/log.ts";
import { singleNode } from "../../../server/nodes/nodes.ts";
import { jobs } from "../../../server/portal/schedule.ts";
import type { Services } from "../../../server/trpc/context.ts";
import { openData } from "../portal/open-data.ts";

/** What brings dates up to a day, in the order of the clock. */
const nightly = ["terms", "deadlines", "reminders"];

/**
 * Runs the jobs of a night on a data folder by the portal's own runner. Resolves with how many statements that took;
 * `before` is called before each of them.
 */
export async function runNight(dataDir: string, at: Date, before: (count: number) => void = () => undefined) {
  let count = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count += 1;
      before(count);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const opened = await openData(dataDir);
  const db: Db = opened.withPlugin(counting);
  const live = { publish: async () => undefined, disconnect: () => undefined };
  // The jobs of the night need nothing else of the portal.
  const own = { db, live, log: createLog("silent"), nodes: singleNode(), jobs: openJobs(jobs), now: () => at };
  const services = own as unknown as Services;
  for (const name of nightly) await services.jobs.run(services, name);
  await opened.destroy();
  return count;
}

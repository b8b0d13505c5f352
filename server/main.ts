import { readEnvironment } from "./env.ts";
import { createLog } from "./log.ts";
import { startPortal } from "./portal.ts";
import { StartProblem } from "./start-problem.ts";

try {
  const env = readEnvironment(process.env);
  const log = createLog(env.logLevel);
  const portal = await startPortal(env, log);
  log.info({ url: portal.url }, "portal is running");
  if (portal.setUpUrl) log.info({ setUpUrl: portal.setUpUrl }, "create the first account with this link, once");

  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "portal is stopping");
    await portal.stop();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

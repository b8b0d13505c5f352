import { monitorEventLoopDelay } from "node:perf_hooks";
import { runChecker } from "../../../server/checks/run-checker.ts";
import { openDatabaseForReading } from "../../../server/db/connection.ts";
import { createLog } from "../../../server/log.ts";
import { openVault } from "../../../server/vault.ts";

// The checker as the portal runs it, which tells every second how it is doing.

const [, , dataDir = ""] = process.argv;
const checker = runChecker({
  db: openDatabaseForReading(dataDir),
  dataDir,
  vault: openVault("a key for the bench only, 32 characters"),
  nameServers: undefined,
  log: createLog("error"),
  onStored: () => {},
});
const delays = monitorEventLoopDelay({ resolution: 5 });
delays.enable();
const telling = setInterval(() => {
  const { user, system } = process.cpuUsage();
  if (process.connected)
    process.send?.({
      ...checker.engine.figures(),
      cpuUs: user + system,
      delayP99Ms: delays.percentile(99) / 1e6,
      delayMaxMs: delays.max / 1e6,
    });
}, 1000);
process.on("disconnect", () => {
  clearInterval(telling);
  void checker.stop().then(() => process.exit(0));
});

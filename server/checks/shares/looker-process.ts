import { collectAtRest } from "../../collect-at-rest.ts";
import { hostClock } from "../../host-clock.ts";
import { createLog } from "../../log.ts";
import { lowerPriority } from "../../lower-priority.ts";
import { setPublicUrl } from "../../outbound/user-agent.ts";
import { loadSecrets } from "../../secrets.ts";
import { openVault } from "../../vault.ts";
import { readCheckerArguments } from "../checker-arguments.ts";
import { probe, resolverOf } from "../probes/probes.ts";
import { say } from "../say.ts";
import { countLooks } from "./count-looks.ts";
import { openLooker } from "./looker.ts";
import { openSealing } from "./messages.ts";

/**
 * Looks at what another node orders until its portal ends. It says several times a second that it would, by its own clock,
 * needs no database, and keeps nothing.
 */

const sayEveryMs = 500;

if (!process.connected) process.exit(1);
process.umask(0o077);
const { dataDir, nameServer, logLevel, publicUrl } = readCheckerArguments();
lowerPriority();
collectAtRest();
setPublicUrl(publicUrl);
const { signingKey } = loadSecrets(dataDir);
const log = createLog(logLevel).child({ part: "checks" });

const looks = countLooks(probe);
const looker = openLooker({
  sealing: openSealing(signingKey),
  unseal: openVault(signingKey).open,
  probe: looks.probe,
  resolver: resolverOf(nameServer ? [nameServer] : undefined),
  send: (answers) => say({ answers }),
  log,
});
const saying = setInterval(() => say({ clock: hostClock(), looks: looks.perMinute() }), sayEveryMs);
process.on("message", ({ orders }: { orders: string }) => looker.take(orders));

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  clearInterval(saying);
  await looker.allEnded();
  process.exit(0);
}
process.on("disconnect", () => void stop());
process.on("SIGTERM", () => void stop());

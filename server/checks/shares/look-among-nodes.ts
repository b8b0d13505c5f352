import { secondMs } from "../../../contract/time/durations.ts";
import type { Probe } from "../probe.ts";
import { probe as ownProbe } from "../probes/probes.ts";
import { say } from "../say.ts";
import { countLooks } from "./count-looks.ts";
import { openSealing } from "./messages.ts";
import { openShares } from "./share-out.ts";

const sayEveryMs = 5 * secondMs;

/** How the checker of the node that leads looks: others do so as well, and its portal hears how often it does itself. */
export function lookAmongNodes(node: string, signingKey: string, probe: Probe = ownProbe) {
  const looks = countLooks(probe);
  setInterval(() => say({ looks: looks.perMinute() }), sayEveryMs).unref();
  const shares = openShares({ own: node, sealing: openSealing(signingKey), send: (orders) => say({ orders }) });
  return { probe: looks.probe, shares };
}

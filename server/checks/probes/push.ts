import { fullDiskPercent } from "../../../contract/heartbeats/heartbeats.ts";
import { secondMs } from "../../../contract/time/durations.ts";
import type { DeafTime } from "../deafness.ts";
import type { Heartbeat, Probe } from "../probe.ts";
import { judged } from "./phases.ts";

/** Looks whether a target has reported in time, and what. Until its first report it has as long as between two. */
export const probePush: Probe<"push"> = async ({ id, config }, { now, readHeartbeat, deafTimes }) => {
  const last = await readHeartbeat?.(id);
  if (!last) return { outcome: "ok", phases: {} };
  const phases = last.pingMs === null ? {} : { total: last.pingMs };
  if (last.isDown) return { ...judged("failed", "heartbeatDown", last.message ?? undefined), phases };
  if (now().getTime() > latestOf(last, config.graceSeconds * secondMs, deafTimes?.() ?? []))
    return { ...judged("failed", "heartbeatLate", `zuletzt ${saidAt(last.at)}`), phases };
  const { diskPercent = null } = last;
  if (diskPercent === null || diskPercent <= fullDiskPercent) return { outcome: "ok", phases };
  return { ...judged("degraded", "diskFull", `zu ${Math.round(diskPercent)} % belegt`), phases };
};

/**
 * When the next report has to be there. One that fell due while the portal could take none may have been sent in vain:
 * the one after it tells, unless that fell due in another such time.
 */
function latestOf({ at, everySeconds }: Heartbeat, graceMs: number, deafTimes: readonly DeafTime[]): number {
  let due = Date.parse(at) + everySeconds * secondMs;
  for (const { from, until } of deafTimes)
    if (from <= due + graceMs && until >= due - graceMs) due = Math.max(due, until + everySeconds * secondMs);
  return due + graceMs;
}

const time = new Intl.DateTimeFormat("de-DE", { dateStyle: "short", timeStyle: "short", timeZone: "Europe/Berlin" });
const saidAt = (instant: string) => time.format(new Date(instant));

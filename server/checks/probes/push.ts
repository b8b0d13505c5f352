import { fullDiskPercent } from "../../../contract/heartbeats/heartbeats.ts";
import { secondMs } from "../../../contract/time/durations.ts";
import type { Probe } from "../probe.ts";
import { judged } from "./phases.ts";

/** Looks whether a target has reported in time, and what. Until its first report it has as long as between two. */
export const probePush: Probe<"push"> = async ({ id, config }, { now, readHeartbeat }) => {
  const last = await readHeartbeat?.(id);
  if (!last) return { outcome: "ok", phases: {} };
  const phases = last.pingMs === null ? {} : { total: last.pingMs };
  if (last.isDown) return { ...judged("failed", "heartbeatDown", last.message ?? undefined), phases };
  const latest = Date.parse(last.at) + (last.everySeconds + config.graceSeconds) * secondMs;
  if (now().getTime() > latest) return { ...judged("failed", "heartbeatLate", `zuletzt ${saidAt(last.at)}`), phases };
  const { diskPercent = null } = last;
  if (diskPercent === null || diskPercent <= fullDiskPercent) return { outcome: "ok", phases };
  return { ...judged("degraded", "diskFull", `zu ${Math.round(diskPercent)} % belegt`), phases };
};

const time = new Intl.DateTimeFormat("de-DE", { dateStyle: "short", timeStyle: "short", timeZone: "Europe/Berlin" });
const saidAt = (instant: string) => time.format(new Date(instant));

import { minuteMs } from "../../contract/time/durations.ts";
import type { World } from "./world.ts";

/** Has the jobs and servers of the sample agency report to a portal from now on, as long as the process lives. */
export function startReports(portalUrl: string, heartbeats: World["heartbeats"]): void {
  const report = async () => {
    // A portal that stops hears nothing any more; what is missed then shows on its next start.
    for (const heartbeat of heartbeats)
      await fetch(new URL(`/api/push/${heartbeat.token}?${heartbeat.report}`, portalUrl)).catch(() => undefined);
  };
  void report();
  setInterval(() => void report(), minuteMs).unref();
}

import type { Log } from "../../log.ts";
import { perMinute } from "../per-minute.ts";

const maxPerMinute = 30;
const levels = ["error", "warn", "debug"] as const;

/** Writes what browsers report under its code alone: everything else in it may be personal. */
export function clientLog(log: Log, now: () => Date) {
  const isTooMany = perMinute(maxPerMinute, now);

  return {
    /** Returns false when this address has reported too much within a minute. */
    write(ip: string | undefined, report: Record<string, unknown>): boolean {
      if (isTooMany(ip)) return false;
      const level = levels.find((known) => known === report.level) ?? "error";
      const code =
        typeof report.code === "string" && /^[A-Z][A-Z0-9_]{1,63}$/.test(report.code) ? report.code : "UNKNOWN";
      log[level]({ code, from: "client" }, "client reported");
      return true;
    },
  };
}

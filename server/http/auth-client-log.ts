import type { Log } from "../log.ts";

const maxPerMinute = 30;
const maxAddresses = 10_000;
const levels = ["error", "warn", "debug"] as const;

/** Writes what browsers report under its code alone: everything else in it may be personal. */
export function clientLog(log: Log, now: () => Date) {
  const counts = new Map<string, { minute: number; count: number }>();

  const isTooMany = (ip: string) => {
    const minute = Math.floor(now().getTime() / 60_000);
    const seen = counts.get(ip);
    const count = seen?.minute === minute ? seen.count + 1 : 1;
    if (counts.size >= maxAddresses) counts.clear();
    counts.set(ip, { minute, count });
    return count > maxPerMinute;
  };

  return {
    /** Returns false when this address has reported too much within a minute. */
    write(ip: string | undefined, report: Record<string, unknown>): boolean {
      if (isTooMany(ip ?? "unknown")) return false;
      const level = levels.find((known) => known === report.level) ?? "error";
      const code =
        typeof report.code === "string" && /^[A-Z][A-Z0-9_]{1,63}$/.test(report.code) ? report.code : "UNKNOWN";
      log[level]({ code, from: "client" }, "client reported");
      return true;
    },
  };
}

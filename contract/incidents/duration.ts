import { dayMs, minuteMs } from "../time/durations.ts";

/** „3 Min.“, „2 Std. 5 Min.“, „4 Tage 3 Std.“. */
export function shortDuration(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  const days = Math.floor(ms / dayMs);
  const hours = Math.floor(minutes / 60) % 24;
  if (days > 0) return `${days} ${days === 1 ? "Tag" : "Tage"}${hours > 0 ? ` ${hours} Std.` : ""}`;
  if (hours > 0) return `${hours} Std.${minutes % 60 > 0 ? ` ${minutes % 60} Min.` : ""}`;
  return `${minutes} Min.`;
}

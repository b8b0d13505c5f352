import { dayMs, minuteMs } from "../time/durations.ts";

/** „0:03:12“, „2 Tage 5:03:12“: a time that runs. */
export function runningClock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const days = Math.floor(ms / dayMs);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${Math.floor(seconds / 3600) % 24}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return days > 0 ? `${days} ${days === 1 ? "Tag" : "Tage"} ${clock}` : clock;
}

/** „3 Min.“, „2 Std. 5 Min.“, „4 Tage 3 Std.“. */
export function shortDuration(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  const days = Math.floor(ms / dayMs);
  const hours = Math.floor(minutes / 60) % 24;
  if (days > 0) return `${days} ${days === 1 ? "Tag" : "Tage"}${hours > 0 ? ` ${hours} Std.` : ""}`;
  if (hours > 0) return `${hours} Std.${minutes % 60 > 0 ? ` ${minutes % 60} Min.` : ""}`;
  return `${minutes} Min.`;
}

import { dayMs, hourMs, minuteMs } from "./durations.ts";

/** „29 Minuten“, „3 Stunden 20 Minuten“, „2 Tage 4 Stunden“: the two largest units of how long something took. */
export function durationText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / minuteMs));
  const [days, hours] = [Math.floor(minutes / (dayMs / minuteMs)), Math.floor(minutes / (hourMs / minuteMs)) % 24];
  const parts = [
    { count: days, one: "Tag", many: "Tage" },
    { count: hours, one: "Stunde", many: "Stunden" },
    { count: days > 0 ? 0 : minutes % 60, one: "Minute", many: "Minuten" },
  ];
  return parts
    .filter(({ count }) => count > 0)
    .map(({ count, one, many }) => `${count} ${count === 1 ? one : many}`)
    .join(" ");
}

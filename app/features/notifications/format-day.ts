/** „12.12.2026“ of a calendar day, `YYYY-MM-DD`. */
export function formatDay(day: string): string {
  return day.split("-").reverse().join(".");
}

/** „12.12.26“, where there is little room. */
export function formatShortDay(day: string): string {
  return formatDay(day).replace(/\.\d\d(\d\d)$/, ".$1");
}

import { formatCalendarDate } from "../time/calendar-date.ts";
import { durationText } from "../time/duration-text.ts";
import { portalTime } from "../time/portal-time.ts";
import type { PublicIncident, PublicMaintenance } from "./status-pages.ts";

/** „Praxis Dr. Seidel war vom 20.11.2026, 08:41 bis 09:10 Uhr nicht erreichbar (29 Minuten).“ */
export function incidentSentence({ sites, startedAt, endedAt }: PublicIncident): string {
  const isOne = sites.length === 1;
  if (!endedAt) return `${listed(sites)} ${isOne ? "ist" : "sind"} seit ${momentText(startedAt)} Uhr nicht erreichbar.`;
  const duration = durationText(endedAt.getTime() - startedAt.getTime());
  return `${listed(sites)} ${isOne ? "war" : "waren"} vom ${spanText(startedAt, endedAt)} Uhr nicht erreichbar (${duration}).`;
}

/** „Geplante Wartung vom 21.11.2026, 22:00 bis 23:00 Uhr: Praxis Dr. Seidel kann kurz nicht erreichbar sein.“ */
export function maintenanceSentence({ sites, startsAt, endsAt }: PublicMaintenance): string {
  const can = sites.length === 1 ? "kann" : "können";
  return `Geplante Wartung vom ${spanText(startsAt, endsAt)} Uhr: ${listed(sites)} ${can} zeitweise nicht erreichbar sein.`;
}

function momentText(at: Date): string {
  const { day, time } = portalTime(at);
  return `${formatCalendarDate(day)}, ${time}`;
}

/** A day is said once where both are on it. */
function spanText(from: Date, to: Date): string {
  const [start, end] = [portalTime(from), portalTime(to)];
  return `${momentText(from)} bis ${start.day === end.day ? end.time : momentText(to)}`;
}

const maxNamed = 4;

/** „A, B und C“; of many the first, and how many more. */
function listed(names: readonly string[]): string {
  const [named, more] = [names.slice(0, maxNamed), names.length - maxNamed];
  if (more > 0) return `${named.join(", ")} und ${more} weitere`;
  return named.length > 1 ? `${named.slice(0, -1).join(", ")} und ${named.at(-1)}` : (named[0] ?? "");
}

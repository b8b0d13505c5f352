import { dayMs } from "../time/durations.ts";
/** How full a host was on a day. */
export interface UsageDay {
  day: string;
  percent: number;
}

export type Forecast =
  /** Fewer than a week of days, or too short a time, to say anything. */
  | { kind: "tooLittle"; days: number }
  /** It does not grow, or so slowly that it takes years. */
  | { kind: "steady" }
  | { kind: "full"; inDays: number };

export const forecastDays = 30;
const minDays = 7;
const minSpan = 7;
/** Beyond that a line through a month says nothing. */
const farDays = 730;

/** When storage is full if it goes on as in the last 30 days: a straight line through their days (least squares). */
export function forecastOf(usage: readonly UsageDay[], today: string): Forecast {
  const now = dayNumber(today);
  const points = usage
    .map(({ day, percent }) => ({ x: dayNumber(day) - now, y: percent }))
    .filter(({ x }) => x > -forecastDays && x <= 0);
  const [first] = points.toSorted((a, b) => a.x - b.x);
  const span = first ? Math.max(...points.map(({ x }) => x)) - first.x : 0;
  if (!first || points.length < minDays || span < minSpan) return { kind: "tooLittle", days: points.length };
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const slope =
    points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) /
    points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  const present = y - slope * x;
  if (present >= 100) return { kind: "full", inDays: 0 };
  const inDays = (100 - present) / slope;
  return slope <= 0 || inDays > farDays
    ? { kind: "steady" }
    : { kind: "full", inDays: Math.max(1, Math.round(inDays)) };
}

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00.000Z`) / dayMs;

/** „Speicher voll in ca. 40 Tagen.“ */
export function forecastSentence(forecast: Forecast): string {
  if (forecast.kind === "tooLittle")
    return forecast.days === 0
      ? "Noch keine Meldungen zum Speicher. Ein Herzschlag „Server mit Auslastung“ bringt sie."
      : `Für eine Prognose zu wenig Tage: ${forecast.days} von mindestens ${minDays} in einer Woche oder mehr.`;
  if (forecast.kind === "steady") return "Der Speicher wächst kaum: In den nächsten zwei Jahren wird er so nicht voll.";
  if (forecast.inDays === 0) return "Der Speicher ist voll.";
  return `Speicher voll in ca. ${forecast.inDays} ${forecast.inDays === 1 ? "Tag" : "Tagen"}, wenn es so weitergeht.`;
}

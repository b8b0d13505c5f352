import { dayMs } from "../../../contract/time/durations.ts";
import { addDays, portalMoment, portalTime } from "../../../contract/time/portal-time.ts";
import { isTimeZone, portalTimeZone } from "../../../contract/time/time-zone.ts";
import { asFlag, asNumber, asText } from "./monitors.ts";

/** A window of maintenance as the portal has them. */
export interface MonitorWindow {
  /** The same for everything that it covers. */
  key: string;
  title: string;
  startsAt: string;
  endsAt: string;
  rrule: string | null;
}

type Row = Readonly<Record<string, unknown>>;

/** The window of a maintenance of Uptime Kuma, or why there is none. */
export function readMaintenance(row: Row): MonitorWindow | string {
  if (!asFlag(row.active)) return "Sie ist abgeschaltet.";
  const zone = asText(row.timezone);
  const timeZone = zone && zone !== "SAME_AS_SERVER" ? zone : portalTimeZone();
  if (!isTimeZone(timeZone)) return `Ihre Zeitzone „${zone}“ kennt das Portal nicht.`;
  const found = row.strategy === "single" ? readSingle(row, timeZone) : readRepeating(row, timeZone);
  if (typeof found === "string") return found;
  if (found.until.getTime() - found.from.getTime() > maxDays * dayMs)
    return `Sie dauert länger als ${maxDays} Tage. Dafür gibt es „Pausieren“.`;
  const title = asText(row.title).slice(0, 120) || "Wartung";
  const [startsAt, endsAt] = [found.from.toISOString(), found.until.toISOString()];
  return { key: `${asNumber(row.id)}:${startsAt}`, title, startsAt, endsAt, rrule: found.rrule };
}

interface Times {
  from: Date;
  until: Date;
  rrule: string | null;
}

const maxDays = 14;
const unreadable = "Ihre Zeiten lassen sich nicht lesen.";

function readSingle({ start_date, end_date }: Row, timeZone: string): Times | string {
  const [from, until] = [momentOf(start_date, timeZone), momentOf(end_date, timeZone)];
  return from && until && from < until ? { from, until, rrule: null } : unreadable;
}

function momentOf(value: unknown, timeZone: string): Date | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)/.exec(asText(value)) ?? [];
  return day && time ? portalMoment(day, time, timeZone) : undefined;
}

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const;
/** A Monday; what repeats without a beginning has been repeating for long. */
const longAgo = "2024-01-01";

/** Rules repeat by the portal's own clocks, so times of another zone are taken as they are there at the first time. */
function readRepeating(row: Row, timeZone: string): Times | string {
  const rule = ruleOf(row);
  if (typeof rule === "string") return rule;
  const [start, end] = [timeOf(row.start_time), timeOf(row.end_time)];
  if (!start || !end) return unreadable;
  const begin = momentOf(row.start_date, timeZone);
  let day = begin ? portalTime(begin, timeZone).day : longAgo;
  for (let tries = 0; tries < 400 && !rule.holds(day); tries += 1) day = addDays(day, 1);
  const over = momentOf(row.end_date, timeZone);
  return {
    from: portalMoment(day, start, timeZone),
    until: portalMoment(end > start ? day : addDays(day, 1), end, timeZone),
    rrule: over ? `${rule.text};UNTIL=${portalTime(over, timeZone).day.replaceAll("-", "")}` : rule.text,
  };
}

const timeOf = (value: unknown) => /^\d\d:\d\d/.exec(asText(value))?.[0];

interface Rule {
  text: string;
  /** Whether it can begin on a day. */
  holds(day: string): boolean;
}

function ruleOf({ strategy, interval_day, weekdays: days, days_of_month }: Row): Rule | string {
  if (strategy === "recurring-interval") {
    const interval = Math.round(asNumber(interval_day) ?? 1);
    if (interval < 1 || interval > 999) return unreadable;
    return { text: interval === 1 ? "FREQ=DAILY" : `FREQ=DAILY;INTERVAL=${interval}`, holds: () => true };
  }
  if (strategy === "recurring-weekday") {
    const names = listOf(days).flatMap((day) => weekdays[(asNumber(day) ?? -1) % 7] ?? []);
    if (names.length === 0) return unreadable;
    const weekdayOf = (day: string) => weekdays[new Date(`${day}T00:00Z`).getUTCDay()];
    return {
      text: `FREQ=WEEKLY;BYDAY=${[...new Set(names)].join(",")}`,
      holds: (day) => names.some((name) => name === weekdayOf(day)),
    };
  }
  if (strategy === "recurring-day-of-month") {
    const numbers = [...new Set(listOf(days_of_month).flatMap((day) => dayOfMonth(day) ?? []))];
    if (numbers.length === 0) return unreadable;
    return {
      text: `FREQ=MONTHLY;BYMONTHDAY=${numbers.join(",")}`,
      holds: (day) => numbers.includes(Number(day.slice(8))) || numbers.includes(-daysLeft(day)),
    };
  }
  return strategy === "manual"
    ? "Sie wird von Hand ein- und ausgeschaltet. Im Portal gibt es dafür „Wartung: 30 Minuten“."
    : "Regeln als Cron-Zeile kennt das Portal nicht. Leg sie unter Wartung neu an.";
}

/** 1 for the last day of its month. */
function daysLeft(day: string): number {
  const [year, month, date] = day.split("-").map(Number);
  return new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate() - (date ?? 0) + 1;
}

/** 1 to 31, or `lastDay1` for the last. */
function dayOfMonth(value: unknown): number | undefined {
  const last = /^lastDay([1-4])$/.exec(asText(value))?.[1];
  const number = last ? -Number(last) : asNumber(value);
  return number !== null && Number.isInteger(number) && number !== 0 && number <= 31 && number >= -4
    ? number
    : undefined;
}

function listOf(value: unknown): unknown[] {
  try {
    const list: unknown = JSON.parse(asText(value));
    return Array.isArray(list) ? list.slice(0, 31) : [];
  } catch {
    return [];
  }
}

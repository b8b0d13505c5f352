import { addDays, portalMoment, portalTime } from "../time/portal-time.ts";
import { portalTimeZone } from "../time/time-zone.ts";
import { isWorkday, portalCalendar, type WorkCalendar } from "../time/work-calendar.ts";
import { type Channel, type Severity, type Topic, topics } from "./notification-categories.ts";

/** Times of the day by the clocks of their person, `HH:MM`. */
export interface QuietHours {
  isOn: boolean;
  from: string;
  to: string;
  /** Days on which their person does not work, public holidays included, as a whole. */
  weekend: boolean;
  /** Lets through what is critical. */
  criticalAnyway: boolean;
  /** Holds back toasts as well, not only mail: the bell counts them all the same. */
  silencesLive: boolean;
}

export interface NotificationPreferences {
  /** What a person has decided; everything else follows the defaults. */
  channels: Partial<Record<Topic, Partial<Record<Channel, boolean>>>>;
  quiet: QuietHours;
  /** The last day of an absence, `YYYY-MM-DD`. */
  awayUntil: string | null;
  /** Who is told meanwhile of what asks for something to be done. */
  deputyId: string | null;
  /** Where their clocks are; null where the portal's are. */
  timeZone: string | null;
  /** On which days of the week they work, 0 is Sunday; null where the agency does. */
  workingDays: readonly number[] | null;
}

/** Somebody who stands in, as the person that they stand in for sees them. */
export interface Deputy {
  id: string;
  name: string;
  /** Has left since then. */
  hasLeft: boolean;
  awayUntil: string | null;
}

/** Who is away for now, and who stands in. */
export interface AbsentPerson {
  userId: string;
  until: string;
  deputy: { id: string; name: string } | null;
}

/** A person's preferences as the account page shows them. */
export interface OwnPreferences extends NotificationPreferences {
  email: string;
  /** Whether mail leaves the portal at all. */
  canMail: boolean;
  deputy: Deputy | null;
  calendar: WorkCalendar;
  version: number;
}

export const defaultPreferences: NotificationPreferences = {
  channels: {},
  quiet: { isOn: true, from: "19:00", to: "07:00", weekend: true, criticalAnyway: true, silencesLive: false },
  awayUntil: null,
  deputyId: null,
  timeZone: null,
  workingDays: null,
};

/** When the daily mail goes out on workdays, by the clocks of its person. */
export const digestTime = "08:00";

/** Whether a channel is open for a topic: as decided, otherwise by the default; the critical defaults to everywhere. */
export function wants(
  { channels: decided }: Pick<NotificationPreferences, "channels">,
  topic: Topic,
  channel: Channel,
  severity: Severity = "normal",
): boolean {
  if (!topics[topic].channels.includes(channel)) return false;
  if (severity === "critical" && channel === "bell") return true;
  return decided[topic]?.[channel] ?? (severity === "critical" || byDefault(topic, channel));
}

function byDefault(topic: Topic, channel: Channel): boolean {
  if (channel === "mail" || channel === "messenger") return false;
  return channel === "digest" ? !topics[topic].skipsDigest : true;
}

/** By which clocks a person lives. */
export function timeZoneOf({ timeZone }: Pick<NotificationPreferences, "timeZone">): string {
  return timeZone ?? portalTimeZone();
}

/** On which days a person works: on those of their own week, or of the agency's, but for its public holidays. */
export function calendarOf(
  { workingDays }: Pick<NotificationPreferences, "workingDays">,
  agency: WorkCalendar = portalCalendar(),
): WorkCalendar {
  return workingDays ? { ...agency, workingDays } : agency;
}

/** Whether a person is away at a moment. */
export function isAway(preferences: Pick<NotificationPreferences, "awayUntil" | "timeZone">, at: Date): boolean {
  const { awayUntil } = preferences;
  return awayUntil !== null && portalTime(at, timeZoneOf(preferences)).day <= awayUntil;
}

/** Until when mail is held back at a moment; undefined when it may go at once. */
export function heldUntil(
  preferences: NotificationPreferences,
  at: Date,
  severity: Severity = "normal",
): Date | undefined {
  const isHeard = severity === "critical" && preferences.quiet.criticalAnyway;
  let end = at;
  // Night, days off and absence follow one another without a gap; an absence ends within a year.
  for (;;) {
    const next = endOfAbsence(preferences, end) ?? (isHeard ? undefined : endOfQuiet(preferences, end));
    if (!next || next <= end) return end > at ? end : undefined;
    end = next;
  }
}

/** Whether a toast about a topic may show at a moment; browsers bring the calendar along. */
export function mayShowLive(
  preferences: NotificationPreferences,
  topic: Topic,
  at: Date,
  calendar?: WorkCalendar,
): boolean {
  if (!wants(preferences, topic, "live") || isAway(preferences, at)) return false;
  return !preferences.quiet.silencesLive || !endOfQuiet(preferences, at, calendar);
}

function endOfAbsence(preferences: NotificationPreferences, at: Date): Date | undefined {
  const { awayUntil } = preferences;
  if (!awayUntil || !isAway(preferences, at)) return undefined;
  return portalMoment(addDays(awayUntil, 1), "00:00", timeZoneOf(preferences));
}

function endOfQuiet(preferences: NotificationPreferences, at: Date, calendar?: WorkCalendar): Date | undefined {
  const { isOn, from, to, weekend } = preferences.quiet;
  if (!isOn) return undefined;
  const zone = timeZoneOf(preferences);
  const { day, time } = portalTime(at, zone);
  const tomorrow = addDays(day, 1);
  if (weekend && !isWorkday(day, calendarOf(preferences, calendar))) return portalMoment(tomorrow, "00:00", zone);
  if (from <= to) return from <= time && time < to ? portalMoment(day, to, zone) : undefined;
  if (time >= from) return portalMoment(tomorrow, to, zone);
  return time < to ? portalMoment(day, to, zone) : undefined;
}

import { type Channel, type Severity, type Topic, topics } from "./notification-categories.ts";
import { addDays, portalMoment, portalTime } from "./portal-time.ts";

/** Times of the day by the portal's clocks, `HH:MM`. */
export interface QuietHours {
  isOn: boolean;
  from: string;
  to: string;
  /** Saturday and Sunday as a whole. */
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
}

/** A person's preferences as the account page shows them. */
export interface OwnPreferences extends NotificationPreferences {
  email: string;
  /** Whether mail leaves the portal at all. */
  canMail: boolean;
  version: number;
}

export const defaultPreferences: NotificationPreferences = {
  channels: {},
  quiet: { isOn: true, from: "19:00", to: "07:00", weekend: true, criticalAnyway: true, silencesLive: false },
  awayUntil: null,
};

/** When the daily mail goes out on workdays, by the portal's clocks. */
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
  if (channel === "mail") return false;
  return channel === "digest" ? !topics[topic].skipsDigest : true;
}

/** Until when mail is held back at a moment; undefined when it may go at once. */
export function heldUntil(
  preferences: NotificationPreferences,
  at: Date,
  severity: Severity = "normal",
): Date | undefined {
  const { quiet } = preferences;
  const isHeard = severity === "critical" && quiet.criticalAnyway;
  let end = at;
  // Night, weekend and absence follow one another without a gap; an absence ends within a year.
  for (;;) {
    const next = endOfAbsence(preferences, end) ?? (isHeard ? undefined : endOfQuiet(quiet, end));
    if (!next || next <= end) return end > at ? end : undefined;
    end = next;
  }
}

/** Whether a toast about a topic may show at a moment. */
export function mayShowLive(preferences: NotificationPreferences, topic: Topic, at: Date): boolean {
  if (!wants(preferences, topic, "live") || endOfAbsence(preferences, at)) return false;
  return !preferences.quiet.silencesLive || !endOfQuiet(preferences.quiet, at);
}

function endOfAbsence({ awayUntil }: NotificationPreferences, at: Date): Date | undefined {
  return awayUntil && portalTime(at).day <= awayUntil ? portalMoment(addDays(awayUntil, 1), "00:00") : undefined;
}

function endOfQuiet({ isOn, from, to, weekend }: QuietHours, at: Date): Date | undefined {
  if (!isOn) return undefined;
  const { day, time, weekday } = portalTime(at);
  const tomorrow = addDays(day, 1);
  if (weekend && (weekday === 6 || weekday === 0)) return portalMoment(tomorrow, "00:00");
  if (from <= to) return from <= time && time < to ? portalMoment(day, to) : undefined;
  if (time >= from) return portalMoment(tomorrow, to);
  return time < to ? portalMoment(day, to) : undefined;
}

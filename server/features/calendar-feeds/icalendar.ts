/** Something that is on a day, as calendars have it. */
export interface DayEvent {
  /** Stays the same for as long as the thing exists, so that calendars move it instead of adding another. */
  uid: string;
  /** `YYYY-MM-DD`. */
  day: string;
  title: string;
  /** Lines of text. */
  details: readonly string[];
  category: string;
  /** A colour by its name in CSS 3; RFC 7986 knows no others. */
  color: string;
  url: string;
  changedAt: Date;
  /** Days before, at nine in the morning, on which the calendar shows an alarm. */
  alarmDays?: number;
}

const maxOctets = 75;

/** Events of whole days as a calendar of RFC 5545; the same events give the same text, whenever they are asked for. */
export function writeCalendar(name: string, events: readonly DayEvent[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//MEDIUM//TechCenter//DE",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    "X-PUBLISHED-TTL:PT6H",
    ...events.flatMap(writeEvent),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

/** Revisions of one event only ever grow, also when the term behind it was followed by the next: they count seconds. */
const firstRevision = Date.UTC(2020, 0, 1);
const revisionOf = (changedAt: Date) => Math.max(0, Math.floor((changedAt.getTime() - firstRevision) / 1000));

function writeEvent({ uid, day, title, details, category, color, url, changedAt, alarmDays }: DayEvent): string[] {
  const stamp = `${changedAt.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
  return [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    `SEQUENCE:${revisionOf(changedAt)}`,
    `DTSTART;VALUE=DATE:${toDate(day)}`,
    `DTEND;VALUE=DATE:${toDate(dayAfter(day))}`,
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(details.join("\n"))}`,
    `CATEGORIES:${escapeText(category)}`,
    `COLOR:${color}`,
    `URL:${url}`,
    "TRANSP:TRANSPARENT",
    ...(alarmDays === undefined ? [] : writeAlarm(title, alarmDays)),
    "END:VEVENT",
  ];
}

const alarmHour = 9;

function writeAlarm(title: string, days: number): string[] {
  return [
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escapeText(title)}`,
    `TRIGGER:${offset(days)}`,
    "END:VALARM",
  ];
}

/** From the midnight with which a day begins to nine in the morning, so many days before. */
function offset(days: number): string {
  if (days === 0) return `PT${alarmHour}H`;
  const [whole, hours] = [days - 1, 24 - alarmHour];
  return `-P${whole > 0 ? `${whole}D` : ""}T${hours}H`;
}

const toDate = (day: string) => day.replaceAll("-", "");

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

/** Control characters have no place in a text, not even escaped. */
function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")

    .replace(/(?!\n)\p{Cc}/gu, " ")
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n");
}

/** No line is longer than 75 octets, and no character is torn apart. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > maxOctets) {
      parts.push(part);
      part = "";
      // The space that begins a line which goes on is one of its octets.
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join("\r\n ");
}

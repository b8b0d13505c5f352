/** A property of a calendar, as a program that keeps to RFC 5545 reads it. */
export interface Property {
  name: string;
  parameters: Record<string, string>;
  value: string;
}

export interface ReadCalendar {
  properties: Property[];
  events: Record<string, Property>[];
  /** The alarms of each event, in the order of the events. */
  alarms: Record<string, Property>[][];
}

/** Reads a calendar strictly: line ends, lengths, folding, nesting and escapes must be as RFC 5545 has them. */
export function readCalendar(text: string): ReadCalendar {
  if (!text.endsWith("\r\n")) throw new Error("The last line has no end.");
  const physical = text.slice(0, -2).split("\r\n");
  for (const line of physical) {
    if (/[\r\n]/.test(line)) throw new Error(`A line break alone: ${JSON.stringify(line)}`);
    if (Buffer.byteLength(line) > 75) throw new Error(`Longer than 75 octets: ${line}`);
  }
  const logical = text.slice(0, -2).replaceAll("\r\n ", "").split("\r\n").map(readProperty);
  const calendar: ReadCalendar = { properties: [], events: [], alarms: [] };
  const open: string[] = [];
  for (const property of logical) {
    if (property.name === "BEGIN") {
      open.push(property.value);
      if (property.value === "VEVENT") {
        calendar.events.push({});
        calendar.alarms.push([]);
      }
      if (property.value === "VALARM") {
        if (open.at(-2) !== "VEVENT") throw new Error("An alarm outside of an event.");
        calendar.alarms.at(-1)?.push({});
      }
    } else if (property.name === "END") {
      if (open.pop() !== property.value) throw new Error(`END:${property.value} has no begin.`);
    } else if (open.at(-1) === "VEVENT") {
      const event = calendar.events.at(-1) as Record<string, Property>;
      if (event[property.name]) throw new Error(`${property.name} twice in an event.`);
      event[property.name] = property;
    } else if (open.at(-1) === "VALARM") {
      const alarm = calendar.alarms.at(-1)?.at(-1) as Record<string, Property>;
      if (alarm[property.name]) throw new Error(`${property.name} twice in an alarm.`);
      alarm[property.name] = property;
    } else if (open.at(-1) === "VCALENDAR") calendar.properties.push(property);
    else throw new Error(`${property.name} stands outside of the calendar.`);
  }
  if (open.length > 0) throw new Error(`${open.join(", ")} never ends.`);
  for (const event of calendar.events)
    for (const needed of ["UID", "DTSTAMP", "DTSTART"])
      if (!event[needed]) throw new Error(`An event has no ${needed}.`);
  for (const alarm of calendar.alarms.flat()) {
    for (const needed of ["ACTION", "TRIGGER", "DESCRIPTION"])
      if (!alarm[needed]) throw new Error(`An alarm has no ${needed}.`);
    if (!duration.test(alarm.TRIGGER?.value ?? "")) throw new Error(`No duration: ${alarm.TRIGGER?.value}`);
  }
  const uids = calendar.events.map(({ UID }) => UID?.value);
  if (new Set(uids).size < uids.length) throw new Error("Two events have one UID.");
  return calendar;
}

/** `dur-value` of RFC 5545, 3.3.6. */
const duration =
  /^[+-]?P(?:\d+W|\d+D(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?|T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))$/;

const texts = new Set(["SUMMARY", "DESCRIPTION", "CATEGORIES", "NAME", "X-WR-CALNAME"]);

function readProperty(line: string): Property {
  const [, head = "", value = ""] = /^([A-Z-]+(?:;[A-Z-]+=[^:;]+)*):(.*)$/s.exec(line) ?? [];
  if (!head) throw new Error(`No property: ${line}`);
  const [name = "", ...parameters] = head.split(";");
  return {
    name,
    parameters: Object.fromEntries(parameters.map((each) => each.split("=") as [string, string])),
    value: texts.has(name) ? readText(value) : value,
  };
}

function readText(value: string): string {
  if (/(?<!\\)(?:\\\\)*[;,]/.test(value) || /\p{Cc}/u.test(value)) throw new Error(`Not escaped: ${value}`);
  return value.replace(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === "n" ? "\n" : sign));
}

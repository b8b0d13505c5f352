import { type RecordVerb, recordVerbs } from "../../../contract/changes/changes.ts";
import { isKeyOf } from "../../../contract/narrowing.ts";
import { declarations } from "../../../contract/records/declarations.ts";
import { anyEvent } from "../../../contract/webhooks/webhooks.ts";

export const verbLabels: Record<RecordVerb, string> = {
  created: "angelegt",
  updated: "geändert",
  archived: "archiviert",
  restored: "wiederhergestellt",
  deleted: "endgültig gelöscht",
};

export interface EventType {
  type: string;
  label: string;
  /** All of its events: `website.*`. */
  all: string;
  events: { event: string; label: string }[];
}

/** Everything that a webhook can be told about, by type. */
export const eventTypes: readonly EventType[] = Object.entries(declarations)
  .map(([type, { labels }]) => ({
    type,
    label: labels.many,
    all: `${type}.*`,
    events: recordVerbs.map((verb) => ({ event: `${type}.${verb}`, label: verbLabels[verb] })),
  }))
  .sort((one, other) => one.label.localeCompare(other.label, "de"));

/** „Alles“, „Websites (alles), Domains: angelegt, geändert“. */
export function eventsSentence(events: readonly string[]): string {
  if (events.includes(anyEvent)) return "Alles";
  const parts = eventTypes.flatMap(({ label, all, events: known }) => {
    if (events.includes(all)) return [`${label}: alles`];
    const verbs = known.filter(({ event }) => events.includes(event)).map((each) => each.label);
    return verbs.length > 0 ? [`${label}: ${verbs.join(", ")}`] : [];
  });
  return parts.join("; ");
}

/** What a delivery was about: „Website geändert“, „Test“. */
export function eventLabel(event: string): string {
  if (event === "webhook.test") return "Test";
  const [type = "", verb = ""] = event.split(".");
  if (!isKeyOf(declarations, type) || !isKeyOf(verbLabels, verb)) return event;
  return `${declarations[type].labels.one} ${verbLabels[verb]}`;
}

import { createHash } from "node:crypto";
import { escapeHtml } from "../../../contract/document/html.ts";
import { incidentSentence, maintenanceSentence } from "../../../contract/status-pages/public-sentences.ts";
import type { PublicMaintenance, PublicStatusPage } from "../../../contract/status-pages/status-pages.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { maintenanceDaysAhead } from "./public-events.ts";

/** The incidents and the maintenance of a status page as an Atom feed (RFC 4287), the newest first. */
export function atomFeed({ title, agency, incidents, maintenance, at }: PublicStatusPage, url: string): string {
  const entries = [
    ...incidents.map((incident) => ({
      key: incident.key,
      title: incident.endedAt ? "Störung behoben" : "Störung",
      text: incidentSentence(incident),
      published: incident.startedAt,
      updated: incident.endedAt ?? incident.startedAt,
    })),
    ...maintenance.map((window) => ({
      key: window.key,
      title: "Wartung",
      text: maintenanceSentence(window),
      ...daysOfWindow(window, at),
    })),
  ].sort((one, other) => other.updated.getTime() - one.updated.getTime());
  // A feed without entries has changed never; it may not change with every look.
  const updated = entries[0]?.updated ?? new Date(at.getFullYear(), 0, 1);
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de">
<id>${tag(nameOf(url), url)}</id>
<title>${inXml(title)}</title>
<updated>${updated.toISOString()}</updated>
<author><name>${inXml(agency || title)}</name></author>
<link rel="self" type="application/atom+xml" href="${escapeHtml(`${url}/feed.atom`)}"/>
<link rel="alternate" type="text/html" href="${escapeHtml(url)}"/>
${entries
  .map(
    ({ key, title: entryTitle, text, published, updated: changed }) => `<entry>
<id>${tag(key, url)}</id>
<title>${inXml(entryTitle)}</title>
<published>${published.toISOString()}</published>
<updated>${changed.toISOString()}</updated>
<link rel="alternate" type="text/html" href="${escapeHtml(url)}"/>
<summary>${inXml(text)}</summary>
</entry>`,
  )
  .join("\n")}
</feed>
`;
}

/** It stands there from a fixed time before it begins, and changes with its beginning: a feed knows no date to come. */
function daysOfWindow({ startsAt }: PublicMaintenance, at: Date) {
  const published = new Date(startsAt.getTime() - maintenanceDaysAhead * dayMs);
  return { published, updated: startsAt <= at ? startsAt : published };
}

/** XML has no place for control characters, not even escaped. */
const inXml = (text: string) => escapeHtml(text.replace(/(?![\t\n\r])\p{Cc}/gu, " "));

const nameOf = (url: string) => createHash("sha256").update(url).digest("base64url").slice(0, 16);

/** A name for ever, which says neither the secret of the URL nor the ids of the portal. */
const tag = (key: string, url: string) => `tag:${new URL(url).hostname},2026:status/${escapeHtml(key)}`;

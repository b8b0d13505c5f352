import type { Offboarding, OffboardingEntry } from "../../../contract/offboarding.ts";
import { describeEntry } from "../../../contract/offboarding-words.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { zoned } from "../../../contract/time-zone.ts";
import { element, escapeHtml } from "../../document/html.ts";

const moments = zoned(
  (timeZone) => new Intl.DateTimeFormat("de-DE", { dateStyle: "medium", timeStyle: "short", timeZone }),
);
const moment = (at: Date) => moments().format(at);

const look = `body{font:11pt/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1a1718}
h1{font-size:18pt;margin:0 0 .25rem}h2{font-size:13pt;margin:1.75rem 0 .5rem}p{margin:.25rem 0}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid #ccc}
th{font-weight:600}tr{break-inside:avoid}.sign{display:flex;gap:3rem;margin-top:4rem}.sign p{flex:1;border-top:1px solid #1a1718;padding-top:.35rem}
@media print{body{margin:0;max-width:none;padding:0}}`;

/** How somebody left the team as a document that needs nothing from elsewhere; for the screen, paper and PDF. */
export function writeOffboarding({ person, run, left }: Offboarding, agencyName: string): string {
  const title = `Austritt von ${person.name}`;
  const begun = run ? `Begonnen am ${moment(run.startedAt)}${run.by ? ` von ${run.by}` : ""}. ` : "";
  const ended = run?.finishedAt ? `Abgeschlossen am ${moment(run.finishedAt)}.` : "Noch nicht abgeschlossen.";
  const remaining = [
    ...left.devices.map((device) => ["Gerät", [device.title, device.assetTag].filter(Boolean).join(", ")]),
    ...left.responsibilities.map(({ type, total }) => [declarationOf(type).labels.many, String(total)]),
    ...(left.feedback > 0 ? [["Offenes Feedback", String(left.feedback)]] : []),
  ];
  const body = [
    element("h1", {}, escapeHtml(title)),
    agencyName && element("p", {}, escapeHtml(agencyName)),
    element("p", {}, escapeHtml(begun + ended)),
    element("h2", {}, "Was getan wurde"),
    run ? table(["Zeitpunkt", "Was", "Von"], run.entries.map(rowOf)) : element("p", {}, "Nichts."),
    element("h2", {}, "Was noch offen ist"),
    remaining.length > 0 ? table(["Was", "Wie viel"], remaining.map(escaped)) : element("p", {}, "Nichts."),
    element("div", { class: "sign" }, element("p", {}, escapeHtml(person.name)) + element("p", {}, "Für die Agentur")),
  ]
    .filter(Boolean)
    .join("\n");
  const head = `<meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${look}</style>`;
  return `<!doctype html>\n<html lang="de"><head>${head}</head><body>${body}</body></html>\n`;
}

function rowOf(entry: OffboardingEntry): string[] {
  const things = entry.things?.map(({ title }) => title).join(", ") ?? "";
  const what = element("p", {}, escapeHtml(describeEntry(entry))) + (things && element("p", {}, escapeHtml(things)));
  return [escapeHtml(moment(entry.at)), what, escapeHtml(entry.by ?? "")];
}

const escaped = (cells: readonly string[]) => cells.map(escapeHtml);

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (tag: string, cells: readonly string[]) =>
    element("tr", {}, cells.map((cell) => element(tag, {}, cell)).join(""));
  return element("table", {}, line("th", heads) + rows.map((cells) => line("td", cells)).join(""));
}

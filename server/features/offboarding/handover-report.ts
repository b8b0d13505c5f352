import { element, escapeHtml } from "../../../contract/document/html.ts";
import type { Offboarding, OffboardingEntry } from "../../../contract/offboarding/offboarding.ts";
import { describeEntry } from "../../../contract/offboarding/offboarding-labels.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { moment, printableHtml, printableTable } from "../../document/printable-html.ts";

/** The handover report of somebody who leaves, as self-contained HTML for the screen, print and PDF. */
export function writeHandoverReport({ person, run, left }: Offboarding, agencyName: string): string {
  const title = `Austritt von ${person.name}`;
  const begun = run ? `Begonnen am ${moment(run.startedAt)}${run.by ? ` von ${run.by}` : ""}. ` : "";
  const ended = run?.finishedAt ? `Abgeschlossen am ${moment(run.finishedAt)}.` : "Noch nicht abgeschlossen.";
  const remaining = [
    ...left.devices.map((device) => ["Gerät", [device.title, device.assetTag].filter(Boolean).join(", ")]),
    ...left.responsibilities.map(({ type, total }) => [declarationOf(type).labels.many, String(total)]),
    ...(left.tasks > 0 ? [["Offene Aufgaben", String(left.tasks)]] : []),
    ...(left.feedback > 0 ? [["Offenes Feedback", String(left.feedback)]] : []),
  ];
  return printableHtml(title, [
    agencyName && element("p", {}, escapeHtml(agencyName)),
    element("p", {}, escapeHtml(begun + ended)),
    element("h2", {}, "Was getan wurde"),
    run ? printableTable(["Zeitpunkt", "Was", "Von"], run.entries.map(rowOf)) : element("p", {}, "Nichts."),
    element("h2", {}, "Was noch offen ist"),
    remaining.length > 0 ? printableTable(["Was", "Wie viel"], remaining.map(escaped)) : element("p", {}, "Nichts."),
    element("div", { class: "sign" }, element("p", {}, escapeHtml(person.name)) + element("p", {}, "Für die Agentur")),
  ]);
}

function rowOf(entry: OffboardingEntry): string[] {
  const things = entry.things?.map(({ title }) => title).join(", ") ?? "";
  const what = element("p", {}, escapeHtml(describeEntry(entry))) + (things && element("p", {}, escapeHtml(things)));
  return [escapeHtml(moment(entry.at)), what, escapeHtml(entry.by ?? "")];
}

const escaped = (cells: readonly string[]) => cells.map(escapeHtml);

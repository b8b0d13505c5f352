import {
  type ImportRow,
  type ImportState,
  type ImportType,
  importTypes,
  type RowCounts,
  type RowResult,
} from "../../../contract/imports/imports.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import { formatNumber } from "../../lib/format.ts";

export const stateLabels: Record<ImportState, string> = {
  draft: "Entwurf",
  checking: "Wird geprüft",
  checked: "Geprüft",
  running: "Läuft",
  finished: "Abgeschlossen",
  cancelled: "Abgebrochen",
  aborted: "Unterbrochen",
  undoing: "Wird rückgängig gemacht",
  undone: "Rückgängig gemacht",
};

/** Of a row that is still to come and of one that is written. */
export const resultLabels: Record<RowResult, { planned: string; done: string }> = {
  created: { planned: "Neu", done: "Angelegt" },
  updated: { planned: "Wird geändert", done: "Geändert" },
  unchanged: { planned: "Unverändert", done: "Unverändert" },
  skipped: { planned: "Wird übergangen", done: "Übergangen" },
  failed: { planned: "Fehler", done: "Fehler" },
};

/** „1 Zeile“, „500 Zeilen“. */
export function rowCount(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? "Zeile" : "Zeilen"}`;
}

/** „493 angelegt, 7 mit Fehlern“; what did not happen is left out. */
export function countsSentence(counts: RowCounts): string {
  const parts: [number, string][] = [
    [counts.created, "angelegt"],
    [counts.updated, "geändert"],
    [counts.unchanged, "unverändert"],
    [counts.skipped, "übergangen"],
    [counts.failed, "mit Fehlern"],
  ];
  const told = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatNumber(count)} ${word}`);
  return told.length > 0 ? told.join(", ") : "nichts übernommen";
}

/** What a past import says of itself in one line. */
export function importSentence({ state, counts, totalRows }: ImportRow): string {
  if (state === "draft" || state === "checking" || state === "checked") return rowCount(totalRows);
  return countsSentence(counts);
}

/** The type that an address asks for; customers where it asks for none. */
export function readImportType(search: URLSearchParams): ImportType {
  return importTypes.find((type) => type === search.get("type")) ?? "customer";
}

/** „Websites“, as the sentence „Websites importieren“ begins. */
export const manyOf = (type: RecordType) => declarationOf(type).labels.many;

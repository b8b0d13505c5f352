import { endedStates, type ImportRow, type ImportView, undoDays } from "../../../contract/imports/imports.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import type { ImportTable } from "../../db/tables/imports.ts";
import { toDate } from "../../db/to-date.ts";
import { readSettings } from "./columns/mapping.ts";

/** Until when an import can be undone; null when there is nothing to undo any more. */
export function undoUntil(row: ImportTable): Date | null {
  if (!endedStates.includes(row.state) || !row.finishedAt || row.createdCount + row.updatedCount === 0) return null;
  return new Date(Date.parse(row.finishedAt) + undoDays * dayMs);
}

/** Until when an undo can go on with rows that it left; null when it left none, or has done so already. */
export function undoOwnEditsUntil(row: ImportTable): Date | null {
  if (row.state !== "undone" || row.conflictCount === 0 || row.undoesOwnEdits === 1 || !row.finishedAt) return null;
  return new Date(Date.parse(row.finishedAt) + undoDays * dayMs);
}

export function toImportRow(row: ImportTable, author: string | null, now: Date): ImportRow {
  const until = undoUntil(row);
  return {
    id: row.id,
    type: row.recordType,
    filename: row.filename,
    state: row.state,
    createdAt: new Date(row.createdAt),
    createdBy: row.createdById ? { id: row.createdById, label: author ?? "" } : null,
    finishedAt: toDate(row.finishedAt),
    totalRows: row.totalRows,
    counts: {
      created: row.createdCount,
      updated: row.updatedCount,
      unchanged: row.unchangedCount,
      skipped: row.skippedCount,
      failed: row.failedCount,
    },
    canUndo: until !== null && until > now,
  };
}

/** Everything of an import but what depends on other rows. */
export function toImportView(row: ImportTable, author: string | null, now: Date): ImportView {
  const isReading = row.state === "checking" && row.isLoaded === 0;
  return {
    ...toImportRow(row, author, now),
    problem: row.problem,
    preset: null,
    checkHeading: null,
    reading: JSON.parse(row.readingJson),
    headerRow: row.headerRow,
    sheets: JSON.parse(row.sheetsJson),
    isText: row.fileKind === "text",
    columns: JSON.parse(row.columnsJson),
    preview: JSON.parse(row.previewJson),
    settings: readSettings(row.settingsJson),
    mappings: [],
    progress: { done: isReading ? 0 : row.doneRows, total: row.totalRows },
    missing: JSON.parse(row.missingJson),
    effects: JSON.parse(row.effectsJson),
    unknown: JSON.parse(row.unknownJson),
    startedAt: toDate(row.startedAt),
    undo: { undone: row.undoneCount, conflicts: row.conflictCount },
    undoUntil: undoUntil(row),
    canUndoOwnEdits: (undoOwnEditsUntil(row) ?? now) > now,
    canOpen: endedStates.includes(row.state) && row.createdCount + row.updatedCount > 0,
  };
}

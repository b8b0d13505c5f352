import type { DiscoveryStep, StepState } from "../../../contract/discoveries/discoveries.ts";
import type { ImportState, RowResult } from "../../../contract/imports/imports.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";

/** The tables of imports, beside those of the records that they write. */
export interface ImportTables {
  imports: ImportTable;
  importRows: ImportRowTable;
  importFindings: ImportFindingTable;
  importMappings: ImportMappingTable;
}

export interface ImportTable {
  id: string;
  recordType: RecordType;
  state: ImportState;
  filename: string;
  fileKind: "text" | "xlsx" | "kumaJson" | "kumaSqlite";
  /** Null once the file is no longer kept. */
  fileKey: string | null;
  createdAt: string;
  readingJson: string;
  columnsJson: string;
  previewJson: string;
  settingsJson: string;
  sheetsJson: string;
  missingJson: string;
  effectsJson: string;
  unknownJson: string;
  preset: string | null;
  /** Why the last step could not be done. */
  problem: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  undoneAt: string | null;
  /** The line of the headings as spreadsheets count; null where there are none. */
  headerRow: number | null;
  totalRows: number;
  /** 1 when `import_rows` holds the rows of the current reading. */
  isLoaded: 0 | 1;
  /** The line of the last row that the current step has worked off. */
  position: number;
  doneRows: number;
  createdCount: number;
  updatedCount: number;
  unchangedCount: number;
  skippedCount: number;
  failedCount: number;
  undoneCount: number;
  conflictCount: number;
  /** 1 when the undo takes back what its person alone has changed since, too. */
  undoesOwnEdits: 0 | 1;
  createdById: string | null;
  /** In whose name the current step works. */
  startedById: string | null;
}

export interface ImportRowTable {
  importId: string;
  rowNumber: number;
  cellsJson: string;
  title: string | null;
  /** Of the dry run, then of the run. */
  result: RowResult | null;
  problemsJson: string | null;
  changesJson: string | null;
  recordId: string | null;
  writesJson: string | null;
  undo: "undone" | "conflict" | null;
  undoNote: string | null;
}

/** What a dry run under way has found, by what is compared of it. */
export interface ImportFindingTable {
  importId: string;
  /** Names that become new records, and contents that stand for nothing. */
  kind: "missing" | "unknown";
  field: string;
  nameKey: string;
  text: string;
  rowCount: number;
  /** The row that names it first, and its place there. */
  firstAt: number;
}

export interface ImportMappingTable {
  id: string;
  recordType: RecordType;
  name: string;
  headingsJson: string;
  settingsJson: string;
  createdAt: string;
  ownerId: string;
}

export interface DiscoveryTables {
  discoveries: DiscoveryTable;
  discoveryAddresses: DiscoveryUrlTable;
  discoverySteps: DiscoveryStepTable;
}

export interface DiscoveryTable {
  id: string;
  createdById: string | null;
  createdAt: string;
}

export interface DiscoveryUrlTable {
  id: string;
  discoveryId: string;
  position: number;
  typed: string;
  state: "waiting" | "done";
  claimedBy: string | null;
  claimedUntil: string | null;
  /** Of the website that was created of it. */
  websiteId: string | null;
}

/** A step that has ended; others have no row. */
export interface DiscoveryStepTable {
  addressId: string;
  step: DiscoveryStep;
  state: Extract<StepState, "done" | "failed" | "skipped">;
  text: string | null;
  answerJson: string | null;
  at: string;
}

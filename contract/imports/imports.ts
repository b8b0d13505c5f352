import { id, limit, page } from "../pagination.ts";
import type { Ref } from "../records/fields.ts";
import { creationId } from "../records/list-input.ts";
import { type RecordType, recordTypes } from "../records/record-types.ts";
import { z } from "../zod.ts";
import { delimiters } from "./delimiters.ts";

export const encodings = ["utf-8", "windows-1252", "macintosh", "utf-16le", "utf-16be"] as const;
export type Encoding = (typeof encodings)[number];
export const encodingLabels: Record<Encoding, string> = {
  "utf-8": "UTF-8",
  "windows-1252": "Windows-1252 (Excel)",
  macintosh: "Mac Roman",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
};

/** A cell as the file has it: only spreadsheets know numbers. */
export type Cell = string | number;

/** How the file is read; `sheet` of a workbook only. */
export const reading = z.strictObject({
  encoding: z.enum(encodings),
  delimiter: z.enum(delimiters),
  sheet: z.string().max(100).optional(),
});
export type Reading = z.infer<typeof reading>;

export const importModes = ["upsert", "create", "update"] as const;
export type ImportMode = (typeof importModes)[number];
export const importModeLabels: Record<ImportMode, string> = {
  upsert: "Neue anlegen, vorhandene ändern",
  create: "Nur neue anlegen",
  update: "Nur vorhandene aktualisieren",
};

/** How dates and decimals without a country are meant. */
export const dateOrders = ["dmy", "mdy"] as const;
export type DateOrder = (typeof dateOrders)[number];
export const decimalMarks = ["comma", "point"] as const;
export type DecimalMark = (typeof decimalMarks)[number];

const fieldName = z.string().min(1).max(60);

/** What becomes of a row when a cell of a field does not fit. */
export const unfitRules = ["skipRow", "toNotes"] as const;
export type UnfitRule = (typeof unfitRules)[number];

/** Values of a file and the stored value, or the id of the record, that each stands for; empty stands for nothing. */
const valueTable = z
  .record(z.string().min(1).max(200), z.string().max(64))
  .refine((values) => Object.keys(values).length <= 1000, "Höchstens 1.000 Werte je Feld.");
export type ValueTable = z.infer<typeof valueTable>;

/** What becomes of the rows. `columns` names a field per column of the file; null is not taken over. */
export const importSettings = z.strictObject({
  columns: z.array(fieldName.nullable()).max(300),
  /** Relation fields whose unknown names become new records. */
  createMissing: z.array(fieldName).max(40),
  mode: z.enum(importModes),
  dates: z.enum(dateOrders),
  decimals: z.enum(decimalMarks),
  /** The order of all dates of a field, where its column shows one; a cell that contradicts it is a problem. */
  dateOrders: z.record(fieldName, z.enum(dateOrders)).default({}),
  /** By field; without a rule the row is left out. */
  unfit: z.record(fieldName, z.enum(unfitRules)).default({}),
  /** By field, for choices and for what names records. */
  values: z.record(fieldName, valueTable).default({}),
});
export type ImportSettings = z.infer<typeof importSettings>;

/** What can be imported, in the order in which it is offered. Pages have an import of their own, feedback has none. */
export const importTypes = [
  "customer",
  "website",
  "domain",
  "host",
  "device",
  "contact",
  "contract",
  "contractItem",
  "timeEntry",
  "provider",
  "registrar",
  "registrarAccount",
  "location",
  "deviceCategory",
  "tag",
] as const satisfies readonly RecordType[];
export type ImportType = (typeof importTypes)[number];

export const createImport = z.strictObject({
  type: z.enum(importTypes),
  fileKey: z.string().max(64),
  creationId: creationId.optional(),
});
export const importId = z.strictObject({ id });
/** `headerRow` is the line of the headings as spreadsheets count; null where there are none. */
export const rereadImport = z.strictObject({ id, reading, headerRow: z.number().int().min(1).max(40).nullable() });
/** With `ownEdits`, an undo that left rows as they are goes on with those that nobody but the asking person changed. */
export const undoImport = z.strictObject({ id, ownEdits: z.literal(true).optional() });
export const checkImport = z.strictObject({ id, settings: importSettings });
export const listImports = z.strictObject({
  type: z.enum(recordTypes).optional(),
  page: page.default(1),
  limit: limit.default(25),
});
export const rowResults = ["created", "updated", "unchanged", "skipped", "failed"] as const;
export type RowResult = (typeof rowResults)[number];
export const listImportRows = z.strictObject({
  id,
  page: page.default(1),
  limit: limit.default(25),
  /** Rows with one of these results only. */
  results: z.array(z.enum(rowResults)).max(5).optional(),
  /** Rows whose undo was refused in part or whole. */
  conflicts: z.literal(true).optional(),
});
export const saveMapping = z.strictObject({
  id,
  name: z.string().trim().min(1, "Name: Pflichtfeld.").max(80, "Name: Höchstens 80 Zeichen."),
  settings: importSettings,
});
export const mappingId = z.strictObject({ mappingId: id });

/**
 * The life of an import. `draft` has a file, `checked` a dry run. The work of `checking`, `running` and `undoing` goes
 * on after a restart of the server; `aborted` is what it could not go on with.
 */
export type ImportState =
  | "draft"
  | "checking"
  | "checked"
  | "running"
  | "finished"
  | "cancelled"
  | "aborted"
  | "undoing"
  | "undone";
export const busyStates: readonly ImportState[] = ["checking", "running", "undoing"];
/** Where records may have been written. */
export const endedStates: readonly ImportState[] = ["finished", "cancelled", "aborted"];

export type RowCounts = Record<RowResult, number>;
export const noCounts: RowCounts = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };

export interface ImportColumn {
  heading: string;
  /** The first different contents. */
  samples: string[];
  /** The order of its dates, where some of them can be read in one way only. */
  dates?: DateOrder;
  /** It is called like passwords and keys are: its cells are never stored. */
  isSecret?: true;
}

/** What a column does to the records that exist. */
export interface ColumnEffect {
  field: string;
  /** Of how many records the column says something, how many of these say something else, and how many said nothing. */
  met: number;
  replaced: number;
  filled: number;
  /** The first values that would be replaced, as history keeps them. */
  samples: { before: unknown; after: unknown }[];
}

/** Whether a column would replace the values of more than half of the records that it meets. */
export const isSweeping = ({ met, replaced }: ColumnEffect) => replaced * 2 > met;

/** Contents of a column of choices or names that stand for nothing in the portal. */
export interface UnknownValues {
  field: string;
  count: number;
  values: { text: string; rows: number }[];
}

/** How a value of a file is looked up in a table of values. */
export function valueOfFile(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase().slice(0, 200);
}

/** Names that a relation column has and no record carries. */
export interface MissingNames {
  field: string;
  count: number;
  samples: string[];
}

export interface SavedMapping {
  id: string;
  name: string;
  settings: ImportSettings;
}

/** An import as the list of past imports shows it. */
export interface ImportRow {
  id: string;
  type: RecordType;
  filename: string;
  state: ImportState;
  createdAt: Date;
  createdBy: Ref | null;
  finishedAt: Date | null;
  totalRows: number;
  counts: RowCounts;
  canUndo: boolean;
}

/** What an undo did so far: records as they were before, and those that somebody has changed since. */
export interface UndoCounts {
  undone: number;
  conflicts: number;
}

export interface ImportView extends ImportRow {
  /** Why the last step could not be done. */
  problem: string | null;
  /** „Snipe-IT“, where the headings are those of a known export. */
  preset: string | null;
  /** The heading of the column that sets up how each row is monitored; it is no field to be chosen. */
  checkHeading: string | null;
  reading: Reading;
  headerRow: number | null;
  sheets: string[];
  /** Whether encoding and delimiter mean something. */
  isText: boolean;
  columns: ImportColumn[];
  /** The first rows below the headings, by column. */
  preview: { number: number; cells: Cell[] }[];
  settings: ImportSettings;
  mappings: SavedMapping[];
  progress: { done: number; total: number };
  missing: MissingNames[];
  effects: ColumnEffect[];
  unknown: UnknownValues[];
  startedAt: Date | null;
  undo: UndoCounts;
  undoUntil: Date | null;
  /** An undo left rows as they are, of which some may have been changed by the importer alone. */
  canUndoOwnEdits: boolean;
  /** What the run has written can be looked at. */
  canOpen: boolean;
}

export interface RowProblem {
  /** The heading of the column, where one is to blame. */
  column: string | null;
  message: string;
}

/** One field of one record, as history keeps values. */
export interface RowChange {
  field: string;
  before: unknown;
  after: unknown;
}

export interface ImportRowView {
  number: number;
  title: string;
  result: RowResult;
  problems: RowProblem[];
  /** Of the first rows only. */
  changes: RowChange[];
  recordId: string | null;
  undo: "undone" | "conflict" | null;
  undoNote: string | null;
  cells: Cell[];
}

/** Where the failed rows are had, as the file had them and with a column „Fehler“. */
export function failedRowsPath(importId: string): string {
  return `/api/import/${encodeURIComponent(importId)}/failed.csv`;
}

export const undoDays = 7;
/** How many rows of the dry run keep what they would change. */
export const shownChanges = 50;
/** What may be chosen as an import file. */
export const importExtensions = ["csv", "tsv", "txt", "xlsx"] as const;
/** Backups of Uptime Kuma, for what they hold: JSON of 1.x, the database of 2.x. */
export const backupExtensions = ["json", "db", "sqlite", "sqlite3"] as const;
export const backupTypes: readonly ImportType[] = ["website", "host"];

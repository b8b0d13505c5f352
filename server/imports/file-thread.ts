import path from "node:path";
import type { DateOrder, Reading } from "../../contract/imports/imports.ts";
import { Problem } from "../problem.ts";
import { threadMessages } from "../thread-messages.ts";
import type { WorkMessage, WorkOrder } from "./file-worker.ts";
import type { FileKind, FileRow } from "./read-file.ts";

const patienceMs = 180_000;

export interface FileHead {
  reading: Reading;
  sheets: string[];
  rows: FileRow[];
  /** Of all rows with content, the heading and what stands above it included. */
  total: number;
  width: number;
  /** The order of the dates of each column, where its cells show one. */
  dates: (DateOrder | undefined)[];
}

const unreadable = (message: string, cause?: unknown) =>
  new Problem("invalid", { message: `Datei: ${message}`, fields: { file: [`Datei: ${message}`] }, cause });

/** Reads the first rows of a file and counts the rest, in a thread of its own, within the queue; throws a Problem for what is unreadable. */
export async function readHead(
  kind: FileKind,
  bytes: Uint8Array,
  asked: Partial<Reading>,
  head: number,
): Promise<FileHead> {
  const rows: FileRow[] = [];
  let opened: Pick<FileHead, "reading" | "sheets"> | undefined;
  let end: Pick<FileHead, "total" | "width" | "dates"> = { total: 0, width: 0, dates: [] };
  for await (const message of runThread({ kind, bytes, asked, head, batch: head })) {
    if ("opened" in message) opened = message.opened;
    if ("rows" in message) rows.push(...message.rows);
    if ("end" in message) end = message.end;
  }
  if (!opened || rows.length === 0) throw unreadable("Die Datei enthält keine Zeilen.");
  return { ...opened, rows, ...end };
}

/** All rows of a file in batches, read in a thread of its own that waits until a batch has been worked off. */
export async function* readRows(
  kind: FileKind,
  bytes: Uint8Array,
  reading: Reading,
  batch = 500,
): AsyncGenerator<FileRow[]> {
  for await (const message of runThread({ kind, bytes, asked: reading, batch }))
    if ("rows" in message) yield message.rows;
}

const runThread = (order: WorkOrder) =>
  threadMessages<WorkMessage>(path.join(import.meta.dirname, "file-worker.ts"), order, {
    patienceMs,
    waitsAfter: (message) => "rows" in message,
    tooSlow: () => unreadable("Das Lesen der Datei dauert zu lange."),
    broken: (cause) => unreadable("Die Datei ist zu groß oder beschädigt.", cause),
    refused: (problem) => unreadable(problem),
  });

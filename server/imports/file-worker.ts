import { parentPort, workerData } from "node:worker_threads";
import type { DateOrder, Reading } from "../../contract/imports/imports.ts";
import { countDateOrders } from "./date-order.ts";
import { UnreadableFile } from "./limits.ts";
import { type FileKind, type FileRow, openFile } from "./read-file.ts";

/** What the thread is asked: the first rows and a count, or all rows in batches, each one called for. */
export interface WorkOrder {
  kind: FileKind;
  bytes: Uint8Array;
  asked: Partial<Reading>;
  /** Only so many rows are wanted, and the count of all. */
  head?: number;
  batch: number;
}

export type WorkMessage =
  | { opened: { reading: Reading; sheets: string[] } }
  | { rows: FileRow[] }
  | { end: { total: number; width: number; dates: (DateOrder | undefined)[] } }
  | { problem: string };

/** A batch is taken in by the main thread in one go: it holds no more characters than this, and one row. */
const maxWeight = 256 * 1024;

function weightOf({ cells }: FileRow): number {
  return cells.reduce<number>((sum, cell) => sum + (typeof cell === "string" ? cell.length : 8), 8);
}

const port = parentPort;
if (!port) throw new Error("runs as a worker thread only");
const send = (message: WorkMessage) => port.postMessage(message);
const called = () => new Promise<void>((resolve) => port.once("message", () => resolve()));

try {
  await work(workerData);
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error;
  send({ problem: error.message });
}
port.close();

async function work({ kind, bytes, asked, head, batch }: WorkOrder): Promise<void> {
  const { reading, sheets, rows } = await openFile(kind, bytes, asked);
  send({ opened: { reading, sheets } });
  let total = 0;
  let width = 0;
  let waiting: FileRow[] = [];
  let weight = 0;
  const orders = countDateOrders();
  for await (const row of rows) {
    total += 1;
    width = Math.max(width, row.cells.length);
    orders.add(row.cells);
    if (head !== undefined && total > head) continue;
    waiting.push(row);
    weight += weightOf(row);
    if (waiting.length < batch && weight < maxWeight) continue;
    send({ rows: waiting });
    waiting = [];
    weight = 0;
    await called();
  }
  if (waiting.length > 0) {
    send({ rows: waiting });
    await called();
  }
  send({ end: { total, width, dates: orders.found(width) } });
}

import { dayMs } from "../time/durations.ts";
import { z } from "../zod.ts";

export const startWholeExport = z.strictObject({});
export const readWholeExport = z.strictObject({});

/** How long the archive can be downloaded. */
export const wholeExportMs = dayMs;

/** The latest export of everything, as its own person sees it. */
export interface WholeExport {
  id: string;
  state: "running" | "finished" | "failed";
  /** Parts of the archive: tables, pages and files. */
  done: number;
  total: number;
  size: number | null;
  createdAt: Date;
  finishedAt: Date | null;
  /** By which it can be downloaded. */
  until: Date | null;
}

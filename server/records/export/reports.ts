import type { RecordContext } from "../record-context.ts";
import type { Export } from "./open-export.ts";

type OpenReport = (ctx: RecordContext, query: URLSearchParams) => Promise<Export>;
const reports = new Map<string, OpenReport>();

/**
 * Has `/api/export/{name}.{csv|xlsx}` give a report that is no list of records; `open` gets the query string and
 * refuses by throwing.
 */
export function registerReport(name: string, open: OpenReport): void {
  reports.set(name, open);
}

/** The report of a name; undefined for lists of records. */
export const reportOf = (name: string): OpenReport | undefined => reports.get(name);

import { id } from "../pagination.ts";
import type { Ref } from "../records/fields.ts";
import { z } from "../zod.ts";

/** What is taken at once, packed or not. */
export const maxReportBytes = 50 * 1024 * 1024;
/** How long reports are kept, by the end of their time. */
export const keptReportDays = 400;

export const oneDomain = z.strictObject({ id });
export const removeReport = z.strictObject({ id, reportId: id });

export interface DmarcSource {
  /** Null for the small rest of a report with very many. */
  ip: string | null;
  messages: number;
  passed: number;
  /** Aligned, as DMARC wants it. */
  dkimPassed: number;
  spfPassed: number;
  /** Put into quarantine or refused. */
  stopped: number;
  firstDay: string;
  lastDay: string;
  host: Ref | null;
  network: string | null;
}

export interface DmarcWeek {
  /** Its Monday. */
  day: string;
  passed: number;
  failed: number;
}

export interface KeptReport {
  id: string;
  org: string;
  firstDay: string;
  lastDay: string;
  policy: string;
  messages: number;
  passed: number;
}

export interface DmarcView {
  messages: number;
  passed: number;
  sources: DmarcSource[];
  /** Beyond those that are shown. */
  moreSources: number;
  weeks: DmarcWeek[];
  reports: KeptReport[];
  can: { upload: boolean };
}

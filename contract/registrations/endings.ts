import type { EndingSettings } from "../settings/domains.ts";

/** An ending as the settings show it. */
export interface EndingRow {
  ending: string;
  /** How many domains of the portal have it. */
  count: number;
  /** Who is asked; null where nobody can be. */
  server: string | null;
  hidesExpiry: boolean;
  paceMs: number;
  /** What was decided here; null where everything is as the portal knows it. */
  decided: EndingSettings | null;
}

export interface EndingList {
  rows: EndingRow[];
  /** The list of RDAP servers: when it was fetched last, and why not since. */
  list: { fetchedAt: Date | null; error: string | null };
}

import type { LegalEvidence, LegalLevel, LegalRuleInfo } from "../../../contract/legal/legal.ts";
import type { BrowserRun, GatheredSite } from "./gathered.ts";

export interface Found {
  /** Tells several findings of one rule apart; empty where there can be one only. */
  part: string;
  level: LegalLevel;
  text: string;
  page: string;
  evidence: LegalEvidence;
}

/** What a rule came to. What it found stands although a part could not be looked at. */
export interface Outcome {
  found: Found[];
  unchecked?: string;
  inapplicable?: string;
}

/** One rule, judged over what was gathered and nothing else. */
export interface LegalRule extends LegalRuleInfo {
  judge(site: GatheredSite): Outcome;
}

export const nothing: Outcome = { found: [] };
export const unchecked = (reason: string): Outcome => ({ found: [], unchecked: reason });
export const inapplicable = (reason: string): Outcome => ({ found: [], inapplicable: reason });

/** The outcome of what a browser must have seen. */
export function withBrowser({ browser }: GatheredSite, judge: (run: BrowserRun) => Outcome): Outcome {
  return "unavailable" in browser ? unchecked(browser.unavailable) : judge(browser);
}

/** A finding about the start page. */
export function foundAt(page: string, level: LegalLevel, text: string, rest: Partial<Found> = {}): Found {
  return { part: "", level, text, page, evidence: {}, ...rest };
}

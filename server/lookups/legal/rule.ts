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
  /** Of which pages alone something is known; what was found on others before may still be there. */
  lookedAt?: readonly string[];
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
  return "unavailable" in browser ? unchecked(browser.unavailable) : asFarAsSeen(browser, judge(browser));
}

const cutOff = "Die Seite lädt mehr, als angesehen wird (höchstens 1.500 Anfragen und 40 MB).";

/** Of a page that was cut off only what was found is known; where there can be several, not even that these are all. */
export function asFarAsSeen({ isCutOff }: BrowserRun, outcome: Outcome): Outcome {
  const isProven = outcome.found.length > 0 && outcome.found.every(({ part }) => part === "");
  return isCutOff && !isProven && !outcome.inapplicable ? { unchecked: cutOff, ...outcome } : outcome;
}

/** A finding about the start page. */
export function foundAt(page: string, level: LegalLevel, text: string, rest: Partial<Found> = {}): Found {
  return { part: "", level, text, page, evidence: {}, ...rest };
}

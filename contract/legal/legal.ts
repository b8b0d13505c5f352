import type { LookupState } from "../lookups/lookups.ts";
import type { Page } from "../pagination.ts";
import type { Ref } from "../records/fields.ts";

/** Stands with everything that the portal says of the law. */
export const legalDisclaimer = "Hinweis, keine Rechtsberatung.";

/** What findings are about; only those with `isLegal` decide whether a website is „auffällig“. */
export const legalGroups = {
  consent: { label: "Vor der Einwilligung", isLegal: true },
  pages: { label: "Impressum und Datenschutz", isLegal: true },
  accessibility: { label: "Barrierefreiheit", isLegal: true },
  transport: { label: "Verschlüsselung und Sicherheit", isLegal: true },
  visibility: { label: "Auffindbarkeit und Links", isLegal: false },
  performance: { label: "Leistung und Klima", isLegal: false },
} as const;
export type LegalGroup = keyof typeof legalGroups;

export const legalLevels = { bad: "Auffällig", warn: "Verbessern", info: "Hinweis" } as const;
export type LegalLevel = keyof typeof legalLevels;

export const legalFindingStates = { open: "Offen", accepted: "Akzeptiert", gone: "Nicht mehr gefunden" } as const;
export type LegalFindingState = keyof typeof legalFindingStates;

/** How a website stands as a whole, the worst first. What could not be looked at is never „unauffällig“. */
export const legalStates = {
  bad: "Auffällig",
  warn: "Verbessern",
  unchecked: "Nicht prüfbar",
  ok: "Unauffällig",
} as const;
export type LegalState = keyof typeof legalStates;

/** What shows that a finding is true. */
export interface LegalEvidence {
  requests?: string[];
  cookies?: string[];
  selectors?: string[];
  headers?: string[];
  quotes?: string[];
  links?: string[];
}

/** Where a rule comes from: a law or a standard, to be read there. */
export interface LegalSource {
  text: string;
  url: string;
}

export interface LegalRuleInfo {
  id: string;
  group: LegalGroup;
  title: string;
  source: LegalSource;
  advice: string;
}

/** What a rule came to in the last run. */
export type LegalRuleState = "found" | "ok" | "unchecked" | "inapplicable";
export interface LegalRuleResult extends LegalRuleInfo {
  state: LegalRuleState;
  /** Why it could not be checked or does not apply. */
  reason: string | null;
}

export interface LegalFinding {
  id: string;
  website: Ref;
  customer: Ref | null;
  rule: LegalRuleInfo;
  /** Which of several of the same rule, such as a host or a cookie; empty where there is one. */
  part: string;
  level: LegalLevel;
  text: string;
  /** The page on which it was seen. */
  pageUrl: string;
  evidence: LegalEvidence;
  state: LegalFindingState;
  firstSeenAt: Date;
  lastSeenAt: Date;
  goneAt: Date | null;
  accepted: { at: Date; by: string | null; reason: string } | null;
}
export type LegalFindings = Page<LegalFinding>;

/** Some websites: how many, and the first of them by name. */
export interface SomeWebsites {
  count: number;
  first: Ref[];
}

/** At how many websites of a customer „nothing is open“ says anything. */
export interface LegalCoverage {
  websites: number;
  unchecked: SomeWebsites;
  /** No run has been over them. */
  unseen: SomeWebsites;
}

/** What a browser measured; null where nobody could. */
export interface LegalFigures {
  weightBytes: number | null;
  requests: number | null;
  lcpMs: number | null;
  cls: number | null;
  fcpMs: number | null;
  ttfbMs: number | null;
  /** Thousandths of a gram of CO2e per visit. */
  co2Mg: number | null;
}

export interface LegalRun {
  id: string;
  at: Date;
  /** Why nothing could be checked; null where something was. */
  uncheckable: string | null;
  /** Why no browser looked; null where one did. */
  withoutBrowser: string | null;
  bad: number;
  warn: number;
  info: number;
  figures: LegalFigures;
}

/** What a run saw, for whoever wants to know on what the findings stand. */
export interface LegalRecord {
  /** The first ones; `requestCount` is how many there were. */
  requests: { url: string; type: string; status: number | null; vendor: string | null }[];
  requestCount: number;
  /** The page asked for more than is looked at, so that there would have been more requests. */
  isCutOff: boolean;
  cookies: { name: string; domain: string; days: number | null }[];
  pages: { url: string; status: number; clicks: number; title: string }[];
}

export interface LegalView {
  lookup: LookupState | null;
  state: LegalState | null;
  /** The last run. */
  run: LegalRun | null;
  record: LegalRecord | null;
  /** When the requests and cookies of the record were seen: in the last run with a browser; null where there was none. */
  browserAt: Date | null;
  /** When the kept picture was taken; null where there is none. */
  pictureAt: Date | null;
  rules: LegalRuleResult[];
  findings: LegalFinding[];
  /** The last runs, oldest first. */
  trend: LegalRun[];
}

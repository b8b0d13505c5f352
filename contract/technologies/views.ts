import type { LookupState } from "../lookups/lookups.ts";
import type { SoftwareState } from "./software.ts";
import type { Technology } from "./technologies.ts";

export interface SeenTechnology extends Technology {
  firstSeen: string;
  lastSeen: string;
}

/** What a website answered when it was looked at, as it is kept. */
export interface WebsiteScan {
  url: string;
  finalUrl: string;
  status: number;
  title: string | null;
  canonical: string | null;
  /** Why search engines are to leave it out; null where they are not. */
  noindex: string | null;
  /** What robots.txt said to all search engines when it was read last; null where it never could be, absent in looks that kept nothing of it. */
  robotsShutOut?: boolean | null;
  headers: { name: string; value: string }[];
  redirects: { status: number; url: string }[];
  technologies: SeenTechnology[];
  /** `2.1a2b3c4d+5e6f7a8b`: the version and digest of the shipped rules, and the digest of the agency's own. */
  rulesVersion: string;
  /** Digests of the agency's own rules by their names; absent in looks that kept none. */
  ownRules?: Record<string, string>;
}

export const detectedFields = ["cms", "cmsVersion", "phpVersion"] as const;
export type DetectedField = (typeof detectedFields)[number];

export interface TechnologyView {
  lookup: LookupState | null;
  scan: WebsiteScan | null;
  /** How up to date what was recognised is, by its name: where its maker publishes that, and it is not from a distribution. */
  states: Record<string, SoftwareState>;
  /** When the versions to compare with were fetched; null where they are those that came with the portal. */
  releasesAsOf: Date | null;
  /** What the record says, with who says so and how up to date it is. */
  software: ({ name: string; version: string | null; isManual: boolean } & SoftwareState)[];
}

/** What rules have found at an address on which they were tried. */
export interface RuleTrial {
  url: string;
  found: Technology[];
  /** Names of rules that found nothing. */
  missed: string[];
  /** Names of what the portal recognises by itself. */
  known: string[];
}

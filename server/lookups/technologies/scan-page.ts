import type { TechnologyRule } from "../../../contract/technologies/rules.ts";
import type { Technology } from "../../../contract/technologies/technologies.ts";
import { apart } from "../../run-apart.ts";
import { compileRule } from "./compile-rules.ts";
import { detectIn, probesFor } from "./detect.ts";
import { readPageFacts, type ScannedPage } from "./page-facts.ts";
import { digestOf, shippedRules } from "./shipped-rules.ts";

export interface PageScan {
  technologies: Technology[];
  /** Paths that may tell versions that are still missing. */
  probes: string[];
  title: string | null;
  canonical: string | null;
  /** What the page tells search engines. */
  robots: string | null;
  rulesVersion: string;
  /** A digest of each of one's own rules, by its name. */
  ownRules: Record<string, string>;
}

/** Reads all that is kept of a page, with the shipped rules and those of one's own. */
export function readScan(page: ScannedPage, own: Readonly<Record<string, TechnologyRule>>): PageScan {
  const { version, digest, rules: shipped } = shippedRules();
  const rules = [...shipped, ...Object.entries(own).map(([name, rule]) => compileRule(name, rule))];
  const facts = readPageFacts(page);
  const technologies = detectIn(facts, rules);
  const robots = facts.metas.filter(({ name }) => name === "robots" || name === "googlebot");
  return {
    technologies,
    probes: probesFor(technologies, rules),
    title: facts.title,
    canonical: facts.canonical,
    robots: robots.map(({ content }) => content).join(", ") || null,
    rulesVersion: `${version}.${digest}${Object.keys(own).length === 0 ? "" : `+${digestOf(own)}`}`,
    ownRules: Object.fromEntries(Object.entries(own).map(([name, rule]) => [name, digestOf(rule)])),
  };
}

/** The same in a thread beside all requests: what a page of a stranger holds may take long to search. */
export const scanPage = apart(import.meta.url, readScan, () => Number.POSITIVE_INFINITY);

import { findBrokenPage } from "../../../contract/checks/signatures.ts";
import type { ImprintFacts } from "../../../contract/discoveries/imprint.ts";
import type { TechnologyRule } from "../../../contract/technologies/rules.ts";
import type { Technology } from "../../../contract/technologies/technologies.ts";
import { readPage } from "../../checks/probes/read-page.ts";
import { readHtml } from "../../lookups/imprint/read-html.ts";
import { readImprint } from "../../lookups/imprint/read-imprint.ts";
import { compileRule } from "../../lookups/technologies/compile-rules.ts";
import { detectTechnologies, probesFor } from "../../lookups/technologies/detect.ts";
import type { ScannedPage } from "../../lookups/technologies/page-facts.ts";
import { shippedRules } from "../../lookups/technologies/shipped-rules.ts";
import { openApart } from "../../run-apart.ts";

/** What a stranger's page says; it is read in a thread of its own that may neither take long nor much memory. */
export interface ReadSite {
  title: string;
  /** Where its Impressum probably is, the best first. */
  imprintUrls: string[];
  /** What kind of page stands there instead of the site, by its code. */
  broken: string | null;
  /** What the page itself says about who runs it. */
  facts: ImprintFacts;
}

const inThread = openApart({
  patienceMs: 5000,
  tooMuch: "Die Seite ist so gebaut, dass sie sich nicht in angemessener Zeit lesen lässt.",
});

/** Reads the source of a page that was found under a URL. */
export function readSite(source: string, url: string): ReadSite {
  const html = readHtml(source);
  const links = html.links.flatMap((link) => {
    const rank = rankOf(link);
    return rank > 0 && URL.canParse(link.href, url) ? [{ rank, href: new URL(link.href, url) }] : [];
  });
  const pages = links
    .filter(({ href }) => href.protocol === "https:" || href.protocol === "http:")
    .sort((one, other) => other.rank - one.rank)
    .map(({ href }) => href.href.replace(/#.*$/, ""));
  const broken = findBrokenPage(readPage(source));
  return {
    title: html.title,
    imprintUrls: [...new Set(pages)].slice(0, 3),
    broken: broken ?? null,
    facts: readImprint(html, url),
  };
}

function rankOf({ href, text }: { href: string; text: string }): number {
  if (/^\s*impressum\s*$/i.test(text)) return 5;
  if (/impressum|anbieterkennzeichnung/i.test(text)) return 4;
  if (/impressum/i.test(href)) return 3;
  if (/^\s*(?:imprint|legal notice|legal information|mentions légales)\s*$/i.test(text)) return 2;
  return /imprint|legal-notice|anbieterkennzeichnung/i.test(href) ? 1 : 0;
}

export interface ReadTechnologies {
  technologies: Technology[];
  /** Paths that may tell versions that are still missing. */
  probes: string[];
}

/** What a page is built of, by the rules of the portal and those of the agency. */
export function readTechnologies(page: ScannedPage, own: Readonly<Record<string, TechnologyRule>>): ReadTechnologies {
  const rules = [...shippedRules().rules, ...Object.entries(own).map(([name, rule]) => compileRule(name, rule))];
  const technologies = detectTechnologies(page, rules);
  return { technologies, probes: probesFor(technologies, rules) };
}

/** The same in the thread, for a person who waits for it. */
export const readSiteApart = inThread(import.meta.filename, readSite, () => Number.POSITIVE_INFINITY);
export const readTechnologiesApart = inThread(import.meta.filename, readTechnologies, () => Number.POSITIVE_INFINITY);

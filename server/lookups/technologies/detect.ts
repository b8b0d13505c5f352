import type { Evidence, Technology } from "../../../contract/technologies/technologies.ts";
import type { Clue, CompiledRule } from "./compile-rules.ts";
import { type PageElement, type PageFacts, readPageFacts, type ScannedPage } from "./page-facts.ts";
import { findPattern, type Pattern } from "./patterns.ts";
import { matchesSelector } from "./selectors.ts";
import { shippedRules } from "./shipped-rules.ts";

const minConfidence = 50;
const maxEvidence = 5;
const maxText = 120;
const maxVersion = 20;

/** The technologies of a page, with what gave them away; the same page and rules always give the same answer. */
export function detectTechnologies(
  page: ScannedPage,
  rules: readonly CompiledRule[] = shippedRules().rules,
): Technology[] {
  return detectIn(readPageFacts(page), rules);
}

export function detectIn(facts: PageFacts, rules: readonly CompiledRule[]): Technology[] {
  const found = new Map<string, Technology>();
  for (const rule of rules) {
    const technology = applyRule(facts, rule);
    if (technology && technology.confidence >= minConfidence) found.set(rule.name, technology);
  }
  const byName = new Map(rules.map((rule) => [rule.name, rule]));
  for (const name of found.keys()) implyFrom(name, found, byName);
  for (const [name, { confidence }] of [...found])
    for (const excluded of byName.get(name)?.excludes ?? [])
      if ((found.get(excluded)?.confidence ?? 101) <= confidence) found.delete(excluded);
  return [...found.values()];
}

/** Maps that grow while they are walked are walked to their end: what is implied implies in turn. */
function implyFrom(name: string, found: Map<string, Technology>, rules: ReadonlyMap<string, CompiledRule>): void {
  const source = found.get(name);
  for (const implied of rules.get(name)?.implies ?? []) {
    const rule = rules.get(implied);
    if (!rule || !source || found.has(implied)) continue;
    const evidence: Evidence = { type: "implied", where: name, text: `gehört zu ${name}` };
    const { confidence } = source;
    found.set(implied, { name: implied, category: rule.category, version: null, confidence, evidence: [evidence] });
  }
}

/** Paths that may tell the version of what was found without one, at most so many. */
export function probesFor(found: readonly Technology[], rules: readonly CompiledRule[], max = 3): string[] {
  const unversioned = new Set(found.filter(({ version }) => version === null).map(({ name }) => name));
  const paths = rules
    .filter(({ name }) => unversioned.has(name))
    .flatMap(({ clues }) => clues.flatMap(({ type, where }) => (type === "url" && where ? [where] : [])));
  return [...new Set(paths)].slice(0, max);
}

interface Hit {
  text: string;
  version: string | null;
  where: string | null;
}

function applyRule(facts: PageFacts, { name, category, clues }: CompiledRule): Technology | undefined {
  const evidence: Evidence[] = [];
  let missing = 1;
  let version: string | null = null;
  for (const clue of clues) {
    const hit = look(facts, clue);
    if (!hit) continue;
    missing *= 1 - clue.confidence / 100;
    version ??= hit.version;
    if (evidence.length < maxEvidence) evidence.push({ type: clue.type, where: hit.where, text: shorten(hit.text) });
  }
  if (evidence.length === 0) return undefined;
  return { name, category, version, confidence: Math.round((1 - missing) * 100), evidence };
}

function look(facts: PageFacts, clue: Clue): Hit | undefined {
  const { type, where, pattern, selector } = clue;
  switch (type) {
    case "header":
      return first(
        [...facts.headers].filter(([name]) => name === where),
        pattern,
      );
    case "cookie":
      return nameOnly(
        first(
          [...facts.cookies].filter(([name]) => isNamed(name.toLowerCase(), where ?? "")),
          pattern,
        ),
      );
    case "meta":
      return first(
        facts.metas.filter(({ name }) => name === where).map(({ name, content }) => [name, content] as const),
        pattern,
      );
    case "url":
      return first(
        [...facts.probes].filter(([path]) => path === where),
        pattern,
      );
    case "scriptSrc":
      return first(
        facts.scripts.map((src) => [null, src] as const),
        pattern,
      );
    case "tls":
      return first(
        facts.issuers.map((issuer) => [null, issuer] as const),
        pattern,
      );
    case "dns":
      return first(
        facts.dns.map((name) => [null, name] as const),
        pattern,
      );
    case "html":
      return pattern && toHit(findPattern(pattern, facts.html, facts.lowerHtml), null);
    case "dom":
      return selector && lookAtElements(facts.elements, clue);
  }
}

function lookAtElements(
  elements: readonly PageElement[],
  { selector, attribute, pattern, where }: Clue,
): Hit | undefined {
  for (const element of elements) {
    if (!selector || !matchesSelector(selector, element)) continue;
    const value = attribute === undefined ? "" : element.attributes[attribute];
    if (value === undefined) continue;
    if (!pattern) return { text: attribute ? `${attribute}="${value}"` : `<${element.tag}>`, version: null, where };
    const hit = toHit(findPattern(pattern, value, value.toLowerCase()), where);
    if (hit) return hit;
  }
  return undefined;
}

function first(values: readonly (readonly [string | null, string])[], pattern: Pattern | undefined): Hit | undefined {
  for (const [where, value] of values) {
    if (!pattern) return { text: value, version: null, where };
    const hit = toHit(findPattern(pattern, value, value.toLowerCase()), where);
    if (hit) return { ...hit, text: value.length > maxText ? hit.text : value };
  }
  return undefined;
}

function toHit(found: { text: string; group: string | null } | undefined, where: string | null): Hit | undefined {
  return found && { text: found.text, version: readVersion(found.group), where };
}

/** What a group caught, where it looks like a version. */
function readVersion(group: string | null): string | null {
  const version = group?.replace(/^v(?=\d)/i, "").replace(/\.+$/, "") ?? "";
  return /^\d[\w.+-]*$/.test(version) ? version.slice(0, maxVersion) : null;
}

/** What a cookie holds may tell one visitor from another. */
const nameOnly = (hit: Hit | undefined): Hit | undefined => hit && { ...hit, text: hit.where ?? "" };

const isNamed = (name: string, wanted: string) =>
  wanted.endsWith("*") ? name.startsWith(wanted.slice(0, -1)) : name === wanted;

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > maxText ? `${line.slice(0, maxText - 1)}…` : line;
}

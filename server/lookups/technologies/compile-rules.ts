import type { TechnologyRule } from "../../../contract/technologies/rules.ts";
import type { EvidenceType, TechnologyCategory } from "../../../contract/technologies/technologies.ts";
import { compilePattern, type Pattern } from "./patterns.ts";
import { readSelector, type Selector } from "./selectors.ts";

/** One thing to look for. */
export interface Clue {
  type: EvidenceType;
  /** The header, cookie, meta entry or path, in lower case but for paths. */
  where: string | null;
  /** Absent where being there is enough. */
  pattern: Pattern | undefined;
  selector?: Selector;
  attribute?: string;
  confidence: number;
}

export interface CompiledRule {
  name: string;
  category: TechnologyCategory;
  implies: readonly string[];
  excludes: readonly string[];
  clues: readonly Clue[];
}

/** A rule that cannot be used, with the part of it that is to blame. */
export class RuleProblem extends Error {
  readonly part: string;
  constructor(part: string, message: string) {
    super(message);
    this.part = part;
  }
}

type Match = string | { match: string; confidence: number };

const named = ["header", "cookie", "meta", "url"] as const;
const listed = ["scriptSrc", "html", "tls", "dns"] as const;

/** Makes a rule ready to be searched for. Throws a RuleProblem. */
export function compileRule(name: string, rule: TechnologyRule): CompiledRule {
  const clues: Clue[] = [];
  for (const type of named)
    for (const [where, match] of Object.entries(rule[type] ?? {}))
      clues.push({ type, where: type === "url" ? where : where.toLowerCase(), ...readMatch(match, type) });
  for (const type of listed)
    for (const match of rule[type] ?? []) clues.push({ type, where: null, ...readMatch(match, type, true) });
  for (const element of rule.dom ?? []) {
    const { select, attribute, match, confidence } = typeof element === "string" ? { select: element } : { ...element };
    const selector = readSelector(select);
    if (!selector)
      throw new RuleProblem("dom", `„${select}“ ist kein einfacher Selektor wie „div#id.klasse[attribut]“.`);
    clues.push({
      type: "dom",
      where: select,
      selector,
      confidence: confidence ?? 100,
      pattern: match === undefined ? undefined : readPattern(match, "dom"),
      ...(attribute && { attribute }),
    });
  }
  if (clues.length === 0) throw new RuleProblem("evidence", "Es fehlt mindestens ein Erkennungsmerkmal.");
  const { category, implies = [], excludes = [] } = rule;
  return { name, category, implies, excludes, clues };
}

function readMatch(match: Match, part: string, isNeeded = false): Pick<Clue, "pattern" | "confidence"> {
  const { match: source, confidence } = typeof match === "string" ? { match, confidence: 100 } : match;
  if (isNeeded && source === "") throw new RuleProblem(part, "Ein leeres Muster passt auf alles.");
  return { pattern: source === "" ? undefined : readPattern(source, part), confidence };
}

function readPattern(source: string, part: string): Pattern {
  try {
    return compilePattern(source);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unlesbar";
    throw new RuleProblem(part, `Das Muster „${source}“ lässt sich nicht in linearer Zeit suchen: ${reason}`);
  }
}

import type { LegalRuleState } from "../../../contract/legal/legal.ts";
import type { GatheredSite } from "./gathered.ts";
import type { Found, LegalRule } from "./rule.ts";
import { accessibilityRules } from "./rules/accessibility.ts";
import { cookieRules } from "./rules/cookies.ts";
import { legalPageRules } from "./rules/legal-pages.ts";
import { performanceRules } from "./rules/performance.ts";
import { thirdPartyRules } from "./rules/third-parties.ts";
import { transportRules } from "./rules/transport.ts";
import { visibilityRules } from "./rules/visibility.ts";

/** Every rule there is, in the order in which people read them. */
export const legalRules: readonly LegalRule[] = [
  ...thirdPartyRules,
  ...cookieRules,
  ...legalPageRules,
  ...accessibilityRules,
  ...transportRules,
  ...visibilityRules,
  ...performanceRules,
];

const byId = new Map(legalRules.map((rule) => [rule.id, rule]));

/** The rule of a finding; undefined for one that the portal no longer knows. */
export const legalRuleOf = (id: string): LegalRule | undefined => byId.get(id);

export interface Judgement {
  findings: (Found & { rule: string })[];
  /** What each rule came to, by its id. */
  rules: Record<string, { state: LegalRuleState; reason: string | null }>;
  /** Of which pages alone a rule knows something; of all where it is not named. */
  lookedAt: Record<string, readonly string[]>;
}

/** Judges a website by all rules. */
export function judgeSite(site: GatheredSite): Judgement {
  const judgement: Judgement = { findings: [], rules: {}, lookedAt: {} };
  for (const rule of legalRules) {
    const { found, unchecked, inapplicable, lookedAt } = rule.judge(site);
    judgement.findings.push(...found.map((each) => ({ ...each, rule: rule.id })));
    const state = unchecked ? "unchecked" : found.length > 0 ? "found" : inapplicable ? "inapplicable" : "ok";
    judgement.rules[rule.id] = { state, reason: unchecked ?? inapplicable ?? null };
    if (lookedAt) judgement.lookedAt[rule.id] = lookedAt;
  }
  return judgement;
}

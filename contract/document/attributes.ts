import type { AttributeRules } from "./attribute-rules.ts";
import type { Values } from "./block.ts";
import { nodeSpecs } from "./blocks.ts";
import { marks } from "./marks.ts";

/** What the attributes of a node or mark may be; without rules it has none. */
export function attributeRulesOf(type: string): AttributeRules {
  return nodeSpecs.get(type)?.attributes ?? marks.get(type)?.attributes ?? {};
}

/** What somebody gives as attributes, by name; none where it is nothing of the kind. */
export const valuesOf = (given: unknown): Values => (typeof given === "object" && given ? { ...given } : {});

/** The attributes of a node or mark as they may be stored; undefined if it cannot be kept without the ones it has. */
export function cleanAttributes(type: string, given: unknown): Record<string, unknown> | undefined {
  const values = valuesOf(given);
  const kept: Record<string, unknown> = {};
  for (const [attribute, rule] of Object.entries(attributeRulesOf(type))) {
    const value = rule.read(Object.hasOwn(values, attribute) ? values[attribute] : undefined);
    kept[attribute] = value === undefined ? rule.instead : value;
    if (kept[attribute] === undefined) return undefined;
  }
  return nodeSpecs.get(type)?.cleanAttributes?.(kept) ?? kept;
}

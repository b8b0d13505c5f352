import type { PageElement } from "./page-facts.ts";

interface Condition {
  attribute: string;
  how: "present" | "equals" | "starts" | "ends" | "contains" | "word";
  value: string;
}

export interface Selector {
  tag: string | undefined;
  conditions: readonly Condition[];
}

const operators = { "=": "equals", "^=": "starts", "$=": "ends", "*=": "contains", "~=": "word" } as const;
const part =
  /^(?:#([\w-]+)|\.([\w-]+)|\[([\w:.-]+)(?:([\^$*~]?=)(?:"([^"]{0,100})"|'([^']{0,100})'|([\w./:-]{0,100})))?\])/;

/** Reads `tag#id.class[attribute*="value"]`; undefined for what is none, such as descendants. */
export function readSelector(text: string): Selector | undefined {
  const tag = /^[a-z][\w-]*/i.exec(text)?.[0];
  const conditions: Condition[] = [];
  for (let rest = text.slice(tag?.length ?? 0); rest; ) {
    const found = part.exec(rest);
    if (!found) return undefined;
    const [whole, id, className, attribute, operator, ...values] = found;
    const value = values.find((each) => each !== undefined) ?? "";
    if (id) conditions.push({ attribute: "id", how: "equals", value: id });
    else if (className) conditions.push({ attribute: "class", how: "word", value: className });
    else if (attribute)
      conditions.push({
        attribute: attribute.toLowerCase(),
        how: operator ? operators[operator as keyof typeof operators] : "present",
        value,
      });
    rest = rest.slice(whole.length);
  }
  return tag || conditions.length > 0 ? { tag: tag?.toLowerCase(), conditions } : undefined;
}

export function matchesSelector({ tag, conditions }: Selector, element: PageElement): boolean {
  return (tag === undefined || tag === element.tag) && conditions.every((condition) => holds(condition, element));
}

function holds({ attribute, how, value }: Condition, { attributes }: PageElement): boolean {
  const has = attributes[attribute];
  if (has === undefined) return false;
  switch (how) {
    case "present":
      return true;
    case "equals":
      return has === value;
    case "starts":
      return has.startsWith(value);
    case "ends":
      return has.endsWith(value);
    case "contains":
      return has.includes(value);
    case "word":
      return has.split(/\s+/).includes(value);
  }
}

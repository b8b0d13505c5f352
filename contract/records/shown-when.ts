import { isOneOf } from "../narrowing.ts";
import type { Field, Fields } from "./fields.ts";
import type { Rule } from "./schema.ts";

/** Whether a field means something beside the other values; it does where the field that decides is not known. */
export function isShown({ shownWhen }: Field, values: Readonly<Record<string, unknown>>): boolean {
  const decisive = shownWhen && values[shownWhen.field];
  return shownWhen === undefined || decisive === undefined || isOneOf(shownWhen.in, decisive);
}

/** The rule that nothing stands in fields that mean nothing, and something in those that are then needed. */
export function onlyWhatIsShown(fields: Fields): Rule {
  const conditional = Object.entries(fields).filter(([, { shownWhen }]) => shownWhen);
  return (values) => {
    const problems = conditional.flatMap(([name, field]): [string, string[]][] => {
      const value = values[name];
      const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
      if (value === undefined) return [];
      if (!isShown(field, values))
        return isEmpty ? [] : [[name, [`${field.label}: Gilt nur ${conditionOf(fields, field)}.`]]];
      const isNeeded = field.shownWhen?.required && values[field.shownWhen.field] !== undefined;
      return isNeeded && isEmpty ? [[name, [`${field.label}: Pflichtfeld.`]]] : [];
    });
    return Object.fromEntries(problems);
  };
}

/** „bei Verwendung „Weiterleitung““, „ohne „Mehrere Kunden““ */
function conditionOf(fields: Fields, { shownWhen }: Field): string {
  const decisive = shownWhen && fields[shownWhen.field];
  if (!decisive) return "";
  if (decisive.kind !== "choice") return `${shownWhen.in.includes(true) ? "mit" : "ohne"} „${decisive.label}“`;
  const labels = shownWhen.in.map((value) => `„${decisive.options[String(value)]}“`);
  return `bei ${decisive.label} ${labels.join(" oder ")}`;
}

/**
 * Values with what they imply: what is only meant where another field holds one certain value says so of that field,
 * unless it is given.
 */
export function withImplied<Values extends Readonly<Record<string, unknown>>>(fields: Fields, values: Values): Values {
  const implied = Object.entries(fields).flatMap(([name, { shownWhen }]) => {
    const isGiven = values[name] !== undefined && values[name] !== null;
    if (!shownWhen || !isGiven || shownWhen.in.length > 1 || shownWhen.field in values) return [];
    return [[shownWhen.field, shownWhen.in[0]]];
  });
  return { ...values, ...Object.fromEntries(implied) };
}

import { isOneOf } from "../narrowing.ts";
import { cleanName } from "./clean-text.ts";
import { isFileKey } from "./files.ts";
import { isSafeLink } from "./links.ts";

/** What an attribute of a node or mark may be. */
export interface AttributeRule<Value = unknown> {
  /** The value as it is stored, or undefined if it cannot be meant. */
  read: (value: unknown) => Value | undefined;
  /** What stands for a value that cannot be meant; without one the node cannot be kept. */
  instead?: Value;
}

export type AttributeRules = Record<string, AttributeRule>;

/** The attributes that nodes under these rules have. */
export type AttributesOf<Rules extends AttributeRules> = {
  [Name in keyof Rules]: Rules[Name] extends AttributeRule<infer Value> ? Value : never;
};

/** The attributes of a node of a document, which the rules of its block have cleaned. */
export function attributesOf<Rules extends AttributeRules>(
  _rules: Rules,
  { attrs = {} }: { attrs?: Readonly<Record<string, unknown>> },
): AttributesOf<Rules> {
  return attrs as AttributesOf<Rules>;
}

/** A whole number within limits; null only where null stands for a missing one. */
export const whole = <Instead extends number | null>(
  min: number,
  max: number,
  instead: Instead,
): AttributeRule<number | Instead> => ({
  read: (value) => {
    if (value === instead) return instead;
    return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max ? value : undefined;
  },
  instead,
});

/** A name or label of at most `length` characters, which may be empty. */
export const name = (length: number): AttributeRule<string> => ({
  read: (value) => (typeof value === "string" ? cleanName(value, length) : undefined),
  instead: "",
});

/** A name that need not be there; null where there is none. */
export const optionalName = (length: number): AttributeRule<string | null> => ({
  read: (value) => (typeof value === "string" ? cleanName(value, length) || null : value === null ? null : undefined),
  instead: null,
});

/** One of a list of values; the default where it is none of them. */
export const oneOf = <Value>(values: readonly Value[], instead: Value): AttributeRule<Value> => ({
  read: (value) => (isOneOf(values, value) ? value : undefined),
  instead,
});

/** A text of a form; the default where it has another. */
export const matching = <Instead extends string | null>(
  pattern: RegExp,
  instead: Instead,
): AttributeRule<string | Instead> => ({
  read: (value) => {
    if (value === instead) return instead;
    return typeof value === "string" && pattern.test(value) ? value : undefined;
  },
  instead,
});

/** A value that the node cannot do without. */
export const needed = <Value>(isValid: (value: unknown) => value is Value): AttributeRule<Value> => ({
  read: (value) => (isValid(value) ? value : undefined),
});

/** Where a link leads that need not be there; null where there is none. */
export const optionalLink: AttributeRule<string | null> = {
  read: (value) => (value === null || isSafeLink(value) ? value : undefined),
  instead: null,
};

export const fileKey = needed(isFileKey);

/** Attributes of the editor's extensions that these documents do not use. */
export const unused: AttributeRule<null> = { read: () => null, instead: null };

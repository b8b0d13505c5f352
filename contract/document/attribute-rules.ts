import { cleanName } from "./clean-text.ts";
import { isFileKey } from "./files.ts";

/** What an attribute of a node or mark may be. */
export interface AttributeRule {
  /** The value as it is stored, or undefined if it cannot be meant. */
  read: (value: unknown) => unknown;
  /** What stands for a value that cannot be meant; without one the node cannot be kept. */
  instead?: unknown;
}

export type AttributeRules = Record<string, AttributeRule>;

/** A whole number within limits; null only where null stands for a missing one. */
export const whole = (min: number, max: number, instead: number | null): AttributeRule => ({
  read: (value) =>
    (instead === null && value === null) || (Number.isInteger(value) && Number(value) >= min && Number(value) <= max)
      ? value
      : undefined,
  instead,
});

/** A name or label of at most `length` characters, which may be empty. */
export const name = (length: number): AttributeRule => ({
  read: (value) => (typeof value === "string" ? cleanName(value, length) : undefined),
  instead: "",
});

export const oneOf = (values: readonly unknown[], instead: unknown): AttributeRule => ({
  read: (value) => (values.includes(value) ? value : undefined),
  instead,
});

export const matching = (pattern: RegExp, instead: unknown): AttributeRule => ({
  read: (value) =>
    value === instead || (typeof value === "string" && pattern.test(value)) ? (value as string | null) : undefined,
  instead,
});

/** A value that the node cannot do without. */
export const needed = (isValid: (value: unknown) => boolean): AttributeRule => ({
  read: (value) => (isValid(value) ? value : undefined),
});

export const fileKey: AttributeRule = needed(isFileKey);

/** Attributes of the editor's extensions that these documents do not use. */
export const unused: AttributeRule = { read: () => null, instead: null };

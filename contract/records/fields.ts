import type { Ability } from "../roles.ts";
import { maxTextLengths, type TextFormat } from "../values/format-lengths.ts";
import type { RecordType } from "./record-types.ts";

/** When a field means something: while another field holds one of these values. */
export interface ShownWhen {
  /** A choice or a flag. */
  field: string;
  in: readonly (string | boolean)[];
  /** It is needed then. */
  required?: true;
}

interface Traits {
  label: string;
  required?: true;
  /** One line under the control. */
  hint?: string;
  /** Who may see and change it; everybody who may see the record when absent. */
  ability?: Ability;
  /** Set by the server alone: derived from other rows, or moved by a command of its own. */
  readOnly?: true;
  /** Empty and out of sight in all other cases. */
  shownWhen?: ShownWhen;
  /** Has no column: the server works it out from other fields and rows. Always `readOnly`, too. */
  derived?: true;
  /** Left empty, the server gives the next number or a default. */
  auto?: true;
  /** Tells one thing from another without being its key: a duplicate starts without it. */
  individual?: true;
  /** Width of its column in px; a sensible one of its kind when absent. */
  width?: number;
  /** A column heading shorter than the label. */
  heading?: string;
  /** A field whose value a list says after this one: the version of a system. */
  suffix?: string;
  /** Fields without which it cannot be shown: since when a status is as it is. */
  beside?: readonly string[];
  /** What a card calls its value: „Rückgabe“ of „Rückgabe 25.12.“; the heading when absent. */
  brief?: string;
  /** What a card calls a single one where the heading counts: „Website“ of „1 Website“. */
  one?: string;
}

export interface TextField extends Traits {
  kind: "text";
  format: TextFormat;
  max: number;
  /** Suggests what other records hold in this field. */
  suggest?: true;
}
export interface TextsField extends Traits {
  kind: "texts";
  format: TextFormat;
  max: number;
}
export interface MarkdownField extends Traits {
  kind: "markdown";
  max: number;
}
export interface ChoiceField<Options extends Record<string, string> = Record<string, string>> extends Traits {
  kind: "choice";
  /** German labels by stored value, in the order in which they are offered and sorted. */
  options: Options;
  initial?: keyof Options & string;
}
export interface ChoicesField<Options extends Record<string, string> = Record<string, string>> extends Traits {
  kind: "choices";
  options: Options;
}
export interface DateField extends Traits {
  kind: "date";
  /** Days on which something happened: lists are asked how long ago that was. */
  isPast?: true;
}
export interface InstantField extends Traits {
  kind: "instant";
  readOnly: true;
  /** Lists are asked how long ago it was, not what is to come. */
  isPast?: true;
}
export interface IntegerField extends Traits {
  kind: "integer";
  min: number;
  max: number;
  unit?: string;
  /** Counts hundredths of its unit, as money counts cents. */
  hundredths?: true;
}
export interface MoneyField extends Traits {
  kind: "money";
}
export interface FlagField extends Traits {
  kind: "flag";
  initial?: true;
}
export interface RelationField extends Traits {
  kind: "relation";
  to: RecordType | "user";
}
/** n to m, each link with a role; the first role is the default. */
export interface LinksField<Roles extends Record<string, string> = Record<string, string>> extends Traits {
  kind: "links";
  to: RecordType;
  roles: Roles;
}
export interface TagsField extends Traits {
  kind: "tags";
}
export interface MachineField extends Traits {
  kind: "machine";
  readOnly: true;
}

/**
 * What a field holds. Text that has a form of its own (`format`) is normalised by it; calendar dates are `YYYY-MM-DD`;
 * money is whole cents; an `instant` is a moment to the millisecond that the server writes, in ISO 8601. A `machine` field
 * keeps the place of what checks find out and has no value of its own.
 */
export type Field =
  | TextField
  | TextsField
  | MarkdownField
  | ChoiceField
  | ChoicesField
  | DateField
  | InstantField
  | IntegerField
  | MoneyField
  | FlagField
  | RelationField
  | LinksField
  | TagsField
  | MachineField;
export type Fields = Record<string, Field>;

/** A record seen from another one. */
export interface Ref {
  id: string;
  label: string;
  /** The key of a person's picture; absent of records and of people without one. */
  image?: string;
}
export interface LinkRef extends Ref {
  role: string;
}
export interface TagRef {
  id: string;
  name: string;
  color: string | null;
}

/** What a field holds when it is written; null is empty. */
export type InputOf<F extends Field> = F extends { kind: "choice"; options: infer Options }
  ? (keyof Options & string) | null
  : F extends { kind: "choices"; options: infer Options }
    ? (keyof Options & string)[]
    : F extends { kind: "links"; roles: infer Roles }
      ? { id: string; role: keyof Roles & string }[]
      : F extends { kind: "texts" | "tags" }
        ? string[]
        : F extends { kind: "integer" | "money" }
          ? number | null
          : F extends { kind: "flag" }
            ? boolean
            : F extends { kind: "machine" }
              ? null
              : string | null;

/** What a field shows when it is read: references carry their labels, tags their colours. */
export type OutputOf<F extends Field> = F extends { kind: "relation" }
  ? Ref | null
  : F extends { kind: "links" }
    ? LinkRef[]
    : F extends { kind: "tags" }
      ? TagRef[]
      : InputOf<F>;

export type Input = InputOf<Field>;
export type Output = OutputOf<Field>;

type Options<F extends Field> = Omit<F, "kind" | "label" | "format" | "max" | "options" | "to" | "roles" | "min">;

/** One line of text. */
export const text = (label: string, max: number, options: Options<TextField> = {}) =>
  ({ kind: "text", format: "plain", label, max, ...options }) as const satisfies TextField;

/** One line of text with a form of its own, kept in its normal form. */
export const formatted = (label: string, format: TextFormat, options: Options<TextField> = {}) =>
  ({ kind: "text", format, label, max: maxTextLengths[format], ...options }) as const satisfies TextField;

/** Several values of one form. */
export const texts = (label: string, format: TextFormat, options: Options<TextsField> = {}) =>
  ({ kind: "texts", format, label, max: maxTextLengths[format], ...options }) as const satisfies TextsField;

/** Formatted text, kept as Markdown. */
export const markdown = (label: string, max = 20_000, options: Options<MarkdownField> = {}) =>
  ({ kind: "markdown", label, max, ...options }) as const;

/** One of the options, or none unless it is required. */
export const choice = <const O extends Record<string, string>>(
  label: string,
  options: O,
  more: Options<ChoiceField<O>> = {},
) => ({ kind: "choice", label, options, ...more }) as const;

/** Any number of the options, each once. */
export const choices = <const O extends Record<string, string>>(
  label: string,
  options: O,
  more: Options<ChoicesField<O>> = {},
) => ({ kind: "choices", label, options, ...more }) as const;

/** A day of the calendar as `YYYY-MM-DD`. */
export const date = (label: string, options: Options<DateField> = {}) => ({ kind: "date", label, ...options }) as const;

/** A moment that machines know: when something was looked at, or since when it is as it is. */
export const instant = (label: string, options: Omit<Options<InstantField>, "readOnly"> = {}) =>
  ({ kind: "instant", label, readOnly: true, ...options }) as const;

/** A whole number within a range. */
export const integer = (
  label: string,
  range: { min: number; max: number; unit?: string; hundredths?: true },
  options: Options<IntegerField> = {},
) => ({ kind: "integer", label, ...range, ...options }) as const;

/** Whether a field holds hundredths of what people read and type. */
export const isHundredths = (field: Field) =>
  field.kind === "money" || (field.kind === "integer" && field.hundredths === true);

/** Whole cents in Euro, never negative. */
export const money = (label: string, options: Options<MoneyField> = {}) =>
  ({ kind: "money", label, ...options }) as const;

/** Yes or no. */
export const flag = (label: string, options: Options<FlagField> = {}) => ({ kind: "flag", label, ...options }) as const;

/** Another record, or a user, by its id. */
export const relation = <const To extends RecordType | "user">(
  label: string,
  to: To,
  options: Options<RelationField> = {},
) => ({ kind: "relation", label, to, ...options }) as const;

/** Other records of a type, each with the role that it has here. */
export const links = <const R extends Record<string, string>>(
  label: string,
  to: RecordType,
  roles: R,
  options: Options<LinksField> = {},
) => ({ kind: "links", label, to, roles, ...options }) as const;

/** The tags of a record. */
export const tags = (options: Options<TagsField> = {}) => ({ kind: "tags", label: "Tags", ...options }) as const;

/** The options of a field that the server works out. */
export const derived = { readOnly: true, derived: true } as const;

/** The place of something that checks find out by themselves. */
export const machine = (label: string, options: Omit<Options<MachineField>, "readOnly"> = {}) =>
  ({ kind: "machine", label, readOnly: true, ...options }) as const;

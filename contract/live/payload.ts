import { isObject, isOneOf } from "../narrowing.ts";

/**
 * What a part of a payload has to be, as data: browsers read payloads by it without Zod, and the server, which says what
 * is wrong with one, makes a Zod schema of it (payload-schema.ts).
 */
export type Part<Value = unknown> = Shape & {
  /** Never there: only the compiler asks what is read by the part. */
  readonly [meaning]?: () => Value;
};
declare const meaning: unique symbol;

export type Shape =
  | { kind: "text"; min: number; max: number }
  | { kind: "whole"; min: number }
  | { kind: "flag" }
  | { kind: "choice"; values: readonly (string | true)[] }
  | { kind: "list"; entry: Shape; max: number }
  | { kind: "fields"; members: Readonly<Record<string, Shape>> }
  /** A member that may be missing. */
  | { kind: "optional"; inner: Shape };

/** What is read by a part. */
export type ValueOf<P extends Part> = P extends Part<infer Value> ? Value : never;
type OptionalKey<Members extends Record<string, Part>> = {
  [Key in keyof Members]: undefined extends ValueOf<Members[Key]> ? Key : never;
}[keyof Members];
type ValuesOf<Members extends Record<string, Part>> = {
  [Key in Exclude<keyof Members, OptionalKey<Members>>]: ValueOf<Members[Key]>;
} & { [Key in OptionalKey<Members>]?: ValueOf<Members[Key]> };

export const text = (max = Number.POSITIVE_INFINITY, min = 0): Part<string> => ({ kind: "text", min, max });
export const whole = (min = Number.MIN_SAFE_INTEGER): Part<number> => ({ kind: "whole", min });
export const flag: Part<boolean> = { kind: "flag" };
export const choice = <const Value extends string | true>(values: readonly Value[]): Part<Value> => ({
  kind: "choice",
  values,
});
export const list = <Entry>(entry: Part<Entry>, max: number): Part<Entry[]> => ({ kind: "list", entry, max });
export const fields = <Members extends Record<string, Part>>(members: Members): Part<ValuesOf<Members>> => ({
  kind: "fields",
  members,
});
export const optional = <Value>(inner: Part<Value>): Part<Value | undefined> => ({ kind: "optional", inner });
/** As `id` of contract/pagination.ts. */
export const id = text(64, 1);

/** The part of a value that is known; undefined for what is not understood. */
export function readPart(part: Shape, value: unknown): unknown {
  switch (part.kind) {
    case "text":
      return typeof value === "string" && value.length >= part.min && value.length <= part.max ? value : undefined;
    case "whole":
      return Number.isSafeInteger(value) && Number(value) >= part.min ? value : undefined;
    case "flag":
      return typeof value === "boolean" ? value : undefined;
    case "choice":
      return isOneOf(part.values, value) ? value : undefined;
    case "list":
      return Array.isArray(value) && value.length <= part.max ? readAll(value, part.entry) : undefined;
    case "fields":
      return isObject(value) && !Array.isArray(value) ? readMembers(value, part.members) : undefined;
    case "optional":
      return readPart(part.inner, value);
  }
}

function readAll(values: readonly unknown[], entry: Shape): unknown[] | undefined {
  const read = values.map((value) => readPart(entry, value));
  return read.includes(undefined) ? undefined : read;
}

/** Members beside the known ones are left out. */
function readMembers(value: Record<string, unknown>, members: Readonly<Record<string, Shape>>): unknown {
  const read: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(members)) {
    if (part.kind === "optional" && value[key] === undefined) continue;
    read[key] = readPart(part, value[key]);
    if (read[key] === undefined) return undefined;
  }
  return read;
}

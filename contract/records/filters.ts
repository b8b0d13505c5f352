import { isOneOf } from "../narrowing.ts";
import type { Field } from "./fields.ts";

/**
 * One condition of a list. `missing` finds the empty, whatever the kind. Ranges are inclusive and may be open at one
 * end; for dates and moments `from` and `to` are `YYYY-MM-DD`, or whole days from today such as `+60d` and `-7d`.
 */
export type Filter =
  | { field: string; is: "missing" | "present" }
  | { field: string; is: "oneOf" | "noneOf" | "allOf"; values: string[] }
  | { field: string; is: "contains" | "equals"; value: string }
  | { field: string; is: "between"; from?: string; to?: string }
  | { field: string; is: "true" | "false" };

export type FilterOperator = Filter["is"];

/** Which conditions a kind of field can be asked; the first is offered first. Empty for what has no value. */
export function operatorsOf(field: Field): readonly FilterOperator[] {
  const { kind } = field;
  if (kind === "text" || kind === "texts" || kind === "markdown") return ["contains", "equals", "missing", "present"];
  if (kind === "choice" || kind === "relation") return ["oneOf", "noneOf", "missing", "present"];
  if (kind === "choices" || kind === "tags" || kind === "links")
    return ["oneOf", "allOf", "noneOf", "missing", "present"];
  if (kind === "date" || kind === "instant" || kind === "integer" || kind === "money")
    return ["between", "missing", "present"];
  if (kind === "flag") return ["true", "false"];
  return [];
}

const valueless = ["missing", "present", "true", "false"] as const;

/** `oneOf:shop,portal`: how a condition stands in a URL after `f[kind]=`. */
export function formatFilter(filter: Filter): string {
  if ("values" in filter) return `${filter.is}:${filter.values.map(encodeURIComponent).join(",")}`;
  if ("value" in filter) return `${filter.is}:${filter.value}`;
  if (filter.is === "between") return `between:${filter.from ?? ""}..${filter.to ?? ""}`;
  return filter.is;
}

/** Reads what formatFilter wrote; undefined when it makes no sense for the field. */
export function parseFilter(name: string, field: Field, text: string): Filter | undefined {
  const [is = "", ...rest] = text.split(":");
  const value = rest.join(":");
  const operator = operatorsOf(field).find((known) => known === is);
  if (operator === undefined) return undefined;
  if (isOneOf(valueless, operator)) return { field: name, is: operator };
  if (value === "") return undefined;
  if (operator === "contains" || operator === "equals") return { field: name, is: operator, value };
  if (operator === "between") return readRange(name, value);
  const values = value.split(",").map(decode).filter(Boolean);
  return values.length > 0 ? { field: name, is: operator, values } : undefined;
}

function readRange(field: string, value: string): Filter | undefined {
  const [from, to] = value.split("..");
  if (!from && !to) return undefined;
  return { field, is: "between", ...(from && { from }), ...(to && { to }) };
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}

/** Each value is a part of the statement: thousands of them would hold up everybody else. */
export const maxValues = 400;

/** How many values the conditions of a list ask for. */
export function countValues(filters: readonly Filter[]): number {
  return filters.reduce((sum, filter) => sum + ("values" in filter ? filter.values.length : 1), 0);
}

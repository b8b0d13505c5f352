import { limit as limitSchema, page as pageSchema } from "../../contract/pagination.ts";
import type { Declaration, Sort } from "../../contract/records/declaration.ts";
import type { Field } from "../../contract/records/fields.ts";
import { type Filter, parseFilter } from "../../contract/records/filters.ts";
import type { ListRecords } from "../../contract/records/list-input.ts";
import { invalidField } from "../problem.ts";
import type { ApiRoute } from "./routes.ts";

interface Sent {
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  /** The version in If-Match; undefined without one. */
  version: number | undefined;
}

/** The input of the procedure behind an operation; refuses what the path does not know. */
export function readInput({ shape }: ApiRoute, { params, query, body, version }: Sent): unknown {
  switch (shape.kind) {
    case "list":
      return readList(query, shape.declaration);
    case "record":
      return params;
    case "create":
      return readCreate(body, shape.beside ?? []);
    case "update":
      return { params, body, ...(version !== undefined && { version }) };
    case "change":
      return { ...params, ...(version !== undefined && { version }) };
    case "erase":
      return { ...params, title: query.get("title") ?? "" };
    case "plain":
      return { ...readPlain(query, shape.numbers ?? []), ...(isObject(body) ? body : {}), ...params, ...shape.fixed };
  }
}

function readPlain(query: URLSearchParams, numbers: readonly string[]): Record<string, unknown> {
  const read = ([name, text]: [string, string]) => [name, numbers.includes(name) ? Number(text) : text];
  return Object.fromEntries([...query].map(read));
}

function readCreate(sent: unknown, beside: readonly string[]): unknown {
  if (!isObject(sent) || beside.length === 0) return { body: sent };
  const entries = Object.entries(sent);
  const fields = entries.filter(([name]) => !beside.includes(name));
  return { ...Object.fromEntries(entries.filter(([name]) => beside.includes(name))), body: Object.fromEntries(fields) };
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const listNames = ["q", "page", "limit", "sort", "archived", "fields"];

/** The query of a list: the same words as the URL of the list in the portal. */
function readList(query: URLSearchParams, declaration: Declaration): ListRecords {
  const where: Filter[] = [];
  for (const [name, text] of query) {
    const field = /^f\[(.+)\]$/.exec(name)?.[1];
    if (field !== undefined) where.push(readFilter(field, text, declaration));
    else if (!listNames.includes(name)) throw invalidField(name, `${name}: Diese Angabe gibt es nicht.`);
  }
  const search = query.get("q");
  const fields = query.get("fields");
  return {
    page: numberIn(query, "page", pageSchema, 1),
    limit: numberIn(query, "limit", limitSchema, 50),
    where,
    archived: query.get("archived") === "1",
    ...(search && { search }),
    ...(query.has("sort") && { orderBy: readSorts(query.get("sort") ?? "") }),
    ...(fields && { fields: fields.split(",") }),
  };
}

function readFilter(name: string, text: string, { fields }: Declaration): Filter {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const filter = field && parseFilter(name, field, text);
  if (!filter) throw invalidField(`f[${name}]`, `f[${name}]: Diese Bedingung gibt es nicht.`);
  const unknown = unknownValue(field, filter);
  if (unknown !== undefined) throw invalidField(`f[${name}]`, `f[${name}]: Den Wert „${unknown}“ gibt es nicht.`);
  return filter;
}

/** A misspelt value would answer like one that nothing has. */
function unknownValue(field: Field, filter: Filter): string | undefined {
  if (!("options" in field) || !("values" in filter)) return undefined;
  return filter.values.find((value) => !Object.hasOwn(field.options, value));
}

const readSorts = (text: string): Sort[] =>
  text
    .split(",")
    .filter(Boolean)
    .map((part) => (part.startsWith("-") ? { field: part.slice(1), descending: true } : { field: part }));

interface NumberSchema {
  safeParse(value: unknown): { success: boolean };
}

function numberIn(query: URLSearchParams, name: string, schema: NumberSchema, otherwise: number): number {
  const text = query.get(name);
  if (text === null) return otherwise;
  const value = Number(text);
  if (!schema.safeParse(value).success) throw invalidField(name, `${name}: Bitte eine gültige Zahl angeben.`);
  return value;
}

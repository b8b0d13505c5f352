import { decidingFields } from "../deadlines/deviations.ts";
import { hasAbility, type Role } from "../roles.ts";
import type { BuiltInView, Declaration, Sort } from "./declaration.ts";
import type { Field } from "./fields.ts";
import { countValues, type Filter, formatFilter, maxValues, parseFilter } from "./filters.ts";
import type { ListRecords, RecordScope } from "./list-input.ts";

export const pageSizes = [25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];
export type ListLayout = "table" | "tiles";
export const densities = ["comfortable", "compact"] as const;
export type ListDensity = (typeof densities)[number];

/** Everything a list shows, as its URL keeps it; what is absent is as the declaration has it. */
export interface ListState {
  search: string;
  /** Only what this import has read in. */
  importId?: string | undefined;
  where: readonly Filter[];
  /** Empty means the declaration's own order. */
  orderBy: readonly Sort[];
  page: number;
  limit: PageSize;
  /** Fields in the order in which they are shown. */
  columns?: readonly string[];
  /** The view from which this state comes: the key of a built-in one or the id of a saved one. */
  view?: string;
  layout: ListLayout;
  density: ListDensity;
  archived: boolean;
}

const limits = { search: 200, id: 64, filters: 40, values: 200, value: 300, sorts: 3, page: 1_000_000 };
const defaultLimit: PageSize = 50;

/**
 * The declaration as somebody of this role sees it: without the fields that are kept from them, and without those that
 * checks will fill, as long as no check runs.
 */
export function declarationFor(declaration: Declaration, role: Role): Declaration {
  const isSeen = (name: string) => {
    const { ability, kind } = declaration.fields[name] ?? {};
    return kind !== "machine" && (ability === undefined || hasAbility(role, ability));
  };
  const names = Object.keys(declaration.fields).filter(isSeen);
  if (names.length === Object.keys(declaration.fields).length) return declaration;
  const { list } = declaration;
  return {
    ...declaration,
    fields: Object.fromEntries(Object.entries(declaration.fields).filter(([name]) => isSeen(name))),
    sections: declaration.sections.map((section) => ({ ...section, fields: section.fields.filter(isSeen) })),
    list: {
      ...list,
      columns: list.columns.filter(isSeen),
      orderBy: list.orderBy.filter(({ field }) => isSeen(field)),
      views: list.views.filter(({ where = [] }) => where.every(({ field }) => isSeen(field))),
    },
  };
}

/** The declaration for somebody who likes their lists in a density. */
export function inDensity(declaration: Declaration, density: ListDensity | undefined): Declaration {
  return density ? { ...declaration, list: { ...declaration.list, density } } : declaration;
}

/** Whether the server can order by a field. */
export function isSortable(field: Field): boolean {
  return !["machine", "links", "tags", "markdown"].includes(field.kind);
}

/** The field that says who is responsible for a record; undefined where a type has none. */
export function responsibleField({ fields }: Declaration): string | undefined {
  const people = Object.keys(fields).filter((name) => {
    const field = fields[name];
    return field?.kind === "relation" && field.to === "user";
  });
  return people.find((name) => name.startsWith("responsible")) ?? people[0];
}

/** The state in which a built-in view opens. */
export function stateOfView(view: BuiltInView, declaration: Declaration): ListState {
  const responsible = responsibleField(declaration);
  const mine: Filter[] = view.mine && responsible ? [{ field: responsible, is: "oneOf", values: ["me"] }] : [];
  return {
    ...plainState(declaration),
    where: [...(view.where ?? []), ...mine],
    orderBy: view.orderBy ?? [],
    archived: view.archived ?? false,
    view: view.key,
  };
}

/** A list as it opens without anything in its URL. */
export function plainState(declaration: Declaration): ListState {
  return {
    search: "",
    importId: undefined,
    where: [],
    orderBy: [],
    page: 1,
    limit: defaultLimit,
    layout: declaration.list.layouts[0] ?? "table",
    density: declaration.list.density ?? "comfortable",
    archived: false,
  };
}

/**
 * Reads a list's state from its URL; whatever makes no sense there is left out. A built-in view named alone brings
 * its own filters and order.
 */
export function readListState(searchParams: URLSearchParams, declaration: Declaration): ListState {
  const plain = plainState(declaration);
  const named = declaration.list.views.find(({ key }) => key === searchParams.get("view"));
  const isNamedAlone = [...searchParams.keys()].every((name) => !/^(q|import|sort|archived|f\[.*\])$/.test(name));
  const conditions =
    named && isNamedAlone
      ? stateOfView(named, declaration)
      : {
          search: (searchParams.get("q") ?? "").trim().slice(0, limits.search),
          importId: searchParams.get("import")?.slice(0, limits.id) || undefined,
          where: readFilters(searchParams, declaration),
          orderBy: readSorts(searchParams.get("sort") ?? "", declaration),
          archived: searchParams.get("archived") === "1",
        };
  const columns = readColumns(searchParams.get("columns"), declaration);
  const view = searchParams.get("view")?.slice(0, limits.id);
  const limit = Number(searchParams.get("limit"));
  return {
    ...plain,
    search: conditions.search,
    importId: conditions.importId,
    where: conditions.where,
    orderBy: conditions.orderBy,
    archived: conditions.archived,
    page: readPage(searchParams.get("page")),
    limit: pageSizes.find((size) => size === limit) ?? plain.limit,
    layout: declaration.list.layouts.find((layout) => layout === searchParams.get("layout")) ?? plain.layout,
    density: densities.find((density) => density === searchParams.get("density")) ?? plain.density,
    ...(columns && { columns }),
    ...(view && { view }),
  };
}

/** Writes what readListState reads; what is as the declaration has it is left out, so that a plain list has no query. */
export function writeListState(state: ListState, declaration: Declaration): URLSearchParams {
  const plain = plainState(declaration);
  const searchParams = new URLSearchParams();
  const builtIn = declaration.list.views.find(({ key }) => key === state.view);
  const isAsBuiltIn = builtIn !== undefined && hasSameConditions(state, stateOfView(builtIn, declaration));
  if (!isAsBuiltIn) {
    if (state.search) searchParams.set("q", state.search);
    if (state.importId) searchParams.set("import", state.importId);
    for (const filter of state.where) searchParams.append(`f[${filter.field}]`, formatFilter(filter));
    if (state.orderBy.length > 0) searchParams.set("sort", formatSorts(state.orderBy));
    if (state.archived) searchParams.set("archived", "1");
  }
  if (state.columns && !isSame(state.columns, declaration.list.columns))
    searchParams.set("columns", state.columns.join());
  if (state.layout !== plain.layout) searchParams.set("layout", state.layout);
  if (state.density !== plain.density) searchParams.set("density", state.density);
  // A view that is named alone would bring its filters back; who has taken the last one away has left the view.
  if (state.view && (isAsBuiltIn || searchParams.size > 0)) searchParams.set("view", state.view);
  if (state.limit !== plain.limit) searchParams.set("limit", String(state.limit));
  if (state.page > 1) searchParams.set("page", String(state.page));
  return searchParams;
}

/** What the server is asked for: the input of `list` for a state. */
export function toListInput(state: ListState, declaration: Declaration): ListRecords {
  const scope = toScope(state);
  const orderBy = state.orderBy.length > 0 ? state.orderBy : declaration.list.orderBy;
  const fields = fieldsShown(state, declaration);
  return { page: state.page, limit: state.limit, ...scope, orderBy: [...orderBy], fields };
}

/**
 * The fields that any layout of a list shows: its columns and the default ones, the note, the customer of a tile, and
 * what decides whether one of them means anything.
 */
function fieldsShown({ columns = [] }: ListState, { type, fields, list, noteField }: Declaration): string[] {
  const named = [...columns, ...list.columns, noteField ?? "", "customerId"];
  const deciding = [
    ...decidingFields(type, named),
    ...named.flatMap((name) => [fields[name]?.shownWhen?.field, fields[name]?.suffix, ...(fields[name]?.beside ?? [])]),
  ];
  const shown = new Set([...named, ...deciding]);
  return Object.keys(fields).filter((name) => shown.has(name) && fields[name]?.kind !== "machine");
}

/** Which records a state means, whatever the page: the scope of bulk commands and exports. */
export function toScope({ search, importId, where, archived }: ListState): RecordScope {
  return { ...(search && { search }), ...(importId && { importId }), where: [...where], archived };
}

/** Whether two states mean the same records in the same order. */
export function hasSameConditions(one: ListState, other: ListState): boolean {
  const key = ({ search, importId, where, orderBy, archived }: ListState) =>
    JSON.stringify([
      search,
      importId,
      where.map((filter) => [filter.field, formatFilter(filter)]),
      formatSorts(orderBy),
      archived,
    ]);
  return key(one) === key(other);
}

/** Whether anything narrows the list. */
export function isNarrowed({ search, importId, where }: ListState): boolean {
  return search !== "" || importId !== undefined || where.length > 0;
}

function readFilters(searchParams: URLSearchParams, { fields }: Declaration): Filter[] {
  const found: Filter[] = [];
  for (const [key, text] of searchParams) {
    const name = /^f\[(.+)\]$/.exec(key)?.[1];
    const field = name !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!name || !field) continue;
    const filter = parseFilter(name, field, text);
    const sensible = filter && sensibleFilter(filter, field);
    if (sensible && found.length < limits.filters && countValues([...found, sensible]) <= maxValues)
      found.push(sensible);
  }
  return found;
}

/** The part of a filter that the server accepts; undefined when nothing is left of it. */
function sensibleFilter(filter: Filter, field: Field): Filter | undefined {
  if ("values" in filter) {
    const isKnown = (value: string) =>
      field.kind !== "choice" && field.kind !== "choices" ? true : Object.hasOwn(field.options, value);
    const values = filter.values
      .filter((value) => value.length <= limits.value && isKnown(value))
      .slice(0, limits.values);
    return values.length > 0 ? { ...filter, values } : undefined;
  }
  if ("value" in filter) return filter.value.trim() === "" ? undefined : { ...filter, value: cut(filter.value) };
  if (filter.is !== "between") return filter;
  const isBound = (bound: string | undefined) =>
    bound !== undefined &&
    (isByDay(field) ? /^([+-]\d{1,5}d|\d{4}-\d{2}-\d{2})$/.test(bound) : /^-?\d{1,15}$/.test(bound));
  const { from, to } = filter;
  if (!isBound(from) && !isBound(to)) return undefined;
  return { field: filter.field, is: "between", ...(isBound(from) && { from }), ...(isBound(to) && { to }) };
}

const isByDay = ({ kind }: Field) => kind === "date" || kind === "instant";
const cut = (text: string) => text.slice(0, limits.value);

function readSorts(text: string, { fields }: Declaration): Sort[] {
  const sorts: Sort[] = [];
  for (const part of text.split(",")) {
    const name = part.replace(/^-/, "");
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const isKnown = name === "createdAt" || name === "updatedAt" || (field !== undefined && isSortable(field));
    if (!isKnown || sorts.some((sort) => sort.field === name) || sorts.length === limits.sorts) continue;
    sorts.push(part.startsWith("-") ? { field: name, descending: true } : { field: name });
  }
  return sorts;
}

function formatSorts(orderBy: readonly Sort[]): string {
  return orderBy.map(({ field, descending }) => (descending ? `-${field}` : field)).join();
}

function readColumns(text: string | null, { fields, titleField, list }: Declaration): string[] | undefined {
  const known = [...new Set((text ?? "").split(","))].filter((name) => Object.hasOwn(fields, name));
  if (known.length === 0) return undefined;
  const columns = known.includes(titleField) ? known : [titleField, ...known];
  return isSame(columns, list.columns) ? undefined : columns;
}

function readPage(text: string | null): number {
  const page = Number(text ?? 1);
  return Number.isInteger(page) && page > 0 && page <= limits.page ? page : 1;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.join() === other.join();
}

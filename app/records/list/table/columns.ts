import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { Field } from "../../../../contract/records/fields.ts";
import { isSortable, type ListState } from "../../../../contract/records/list-state.ts";

export interface ListColumn {
  name: string;
  field: Field;
  heading: string;
  width: number;
  isTitle: boolean;
  isFigure: boolean;
  canSort: boolean;
  /** Hides the column where the window is too narrow for it. */
  dropClass: string;
}

/** What a table asks for beside its columns: the checkbox, and the least that a name is worth reading in. */
const checkboxWidth = 36;
const minTitleWidth = 220;

/** The width that a name gets before a narrow window keeps another column: the name wins. */
const fairTitleWidth = 280;

/** What the sheet offers in its narrowest form at each breakpoint, and the class that hides a column there. */
const tiers = [
  { offers: 640, dropClass: "max-lg:hidden" },
  { offers: 896, dropClass: "max-xl:hidden" },
  { offers: 1136, dropClass: "max-[1439px]:hidden" },
] as const;

/** The width of the sheet at which the default columns of every list are drawn. */
export const sheetWidth = 1296;

/**
 * The fields that a table shows. Without a choice of the person these are the declaration's columns, as many as can be
 * read beside each other on a sheet of full width.
 */
export function shownColumns(declaration: Declaration, { columns }: Pick<ListState, "columns">): readonly string[] {
  const { titleField, list } = declaration;
  if (columns) return columns;
  let taken = checkboxWidth + minTitleWidth + (list.beside ?? 0);
  return withTitle(list.columns, titleField).filter((name) => {
    const field = declaration.fields[name];
    if (name === titleField || !field) return field !== undefined;
    const width = columnWidth(field);
    if (taken + width > sheetWidth) return false;
    taken += width;
    return true;
  });
}

/** The columns of a table in their order. The later a default column stands, the sooner a narrow window drops it. */
export function columnsOf(declaration: Declaration, state: Pick<ListState, "columns">): ListColumn[] {
  const isChosen = state.columns !== undefined;
  const { beside = 0 } = declaration.list;
  let taken = checkboxWidth + fairTitleWidth + beside;
  const columns = withTitle(shownColumns(declaration, state), declaration.titleField).flatMap((name) => {
    const field = declaration.fields[name];
    if (!field) return [];
    const isTitle = name === declaration.titleField;
    const width = isTitle ? minTitleWidth : columnWidth(field);
    if (!isTitle) taken += width;
    const tooNarrow = isTitle || isChosen ? undefined : tiers.filter(({ offers }) => taken > offers).at(-1);
    return {
      name,
      field,
      heading: headingOf(field),
      width,
      isTitle,
      isFigure: !isTitle && (field.kind === "money" || field.kind === "integer"),
      canSort: isSortable(field),
      dropClass: tooNarrow?.dropClass ?? "",
    };
  });
  return isChosen ? columns : withRoomForNames(columns, sheetWidth - beside);
}

/** In a row as wide as this, most names and hosts are read to their end. */
const ampleTitleWidth = 320;

/** The name wins: only of the room beyond an ample title, half goes to the names of other records. */
function withRoomForNames(columns: ListColumn[], room: number): ListColumn[] {
  const holdsName = ({ field, isTitle }: ListColumn) => !isTitle && field.kind === "relation" && field.to !== "user";
  const left = Math.max(0, room - tableWidth(columns) - (ampleTitleWidth - minTitleWidth));
  const share = Math.min(28, Math.floor(left / 2 / Math.max(1, columns.filter(holdsName).length)));
  return columns.map((column) => (holdsName(column) ? { ...column, width: column.width + share } : column));
}

const withTitle = (names: readonly string[], title: string) => (names.includes(title) ? names : [title, ...names]);

const headingOf = (field: Field) => field.heading ?? field.label;

/** The least width in which every column of the list can be read. */
export function tableWidth(columns: readonly ListColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, checkboxWidth);
}

/**
 * Columns that a person chose stay, however narrow the window: the table then scrolls sideways in a box of its own,
 * which keeps its head in sight.
 */
export function scrollClass(columns: readonly ListColumn[], isChosen: boolean, beside = 0): string | undefined {
  const width = tableWidth(columns) + beside;
  if (!isChosen || width <= 640) return undefined;
  if (width <= 896) return "max-lg:overflow-auto max-lg:max-h-[calc(100dvh-180px)] max-md:!max-h-none";
  if (width <= 1136) return "max-xl:overflow-auto max-xl:max-h-[calc(100dvh-180px)] max-md:!max-h-none";
  return width <= sheetWidth
    ? "max-[1439px]:overflow-auto max-[1439px]:max-h-[calc(100dvh-180px)] max-md:!max-h-none"
    : "max-h-[calc(100dvh-180px)] overflow-auto max-md:max-h-none";
}

const gap = 12;

/** Wide enough for the heading with its arrow, and for every word that the kind of field can hold. */
function columnWidth(field: Field): number {
  const ofHeading = Math.ceil(headingOf(field).length * 6.8) + 16 + gap;
  return Math.max(ofHeading, field.width ?? widthOfKind(field));
}

function widthOfKind(field: Field): number {
  switch (field.kind) {
    case "choice":
      return Math.min(200, Math.max(80, ...Object.values(field.options).map((label) => textWidth(label))));
    case "relation":
      return field.to === "user" ? 70 : 168;
    case "links":
    case "tags":
      return 184;
    case "date":
      return 100;
    case "instant":
      return 136;
    case "money":
      return 112;
    case "integer":
      return 80 + (field.unit?.length ?? 0) * 8;
    case "flag":
      return 64;
    case "machine":
      return 96;
    case "choices":
      return 168;
    default:
      return field.kind === "text" ? (widthOfText[field.format] ?? 160) : 168;
  }
}

const textWidth = (text: string) => Math.ceil(text.length * 7.3) + gap;

const widthOfText: Partial<Record<string, number>> = {
  zip: 72,
  country: 120,
  color: 104,
  vatId: 120,
  ip: 136,
  phone: 136,
};

import type { Field } from "../../../contract/records/fields.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import type { Cell } from "./cells.ts";

/** Places in `cellXfs` of the workbook's styles. */
export const styles = { plain: 0, head: 1, date: 2, money: 3, integer: 4, guarded: 5 } as const;

const maxTextLength = 32_767;

/** The beginning of a sheet up to its rows: a frozen bold head and columns as wide as what the first page holds. */
export function sheetHead(columns: readonly { field: Field }[], firstPage: readonly Cell[][]): string {
  const widths = columns.map(({ field }, index) => {
    const longest = Math.max(field.label.length + 2, ...firstPage.map((cells) => lengthOf(cells[index])));
    return `<col min="${index + 1}" max="${index + 1}" width="${Math.min(60, longest + 2)}" customWidth="1"/>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    '<sheetViews><sheetView workbookViewId="0">',
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    "</sheetView></sheetViews>",
    widths.length > 0 ? `<cols>${widths.join("")}</cols>` : "",
    "<sheetData>",
    rowXml(
      1,
      columns.map(({ field }, index) => inlineText(`${columnName(index + 1)}1`, field.label, styles.head)),
    ),
  ].join("");
}

/** The rows of a page; `first` is the number of its first row in the sheet. */
export function sheetRows(page: readonly Cell[][], first: number): string {
  const names = (page[0] ?? []).map((_, index) => columnName(index + 1));
  const rows = page.map((cells, index) => {
    const number = first + index;
    return rowXml(
      number,
      cells.map((cell, column) => cellXml(`${names[column]}${number}`, cell)),
    );
  });
  return rows.join("");
}

/** The end of a sheet; its head filters the rows. */
export function sheetEnd(columnCount: number, lastRow: number): string {
  const filter = columnCount > 0 ? `<autoFilter ref="A1:${columnName(columnCount)}${lastRow}"/>` : "";
  return `</sheetData>${filter}</worksheet>`;
}

/** Text as XML carries it: without signs that XML does not know, and with `_x0041_`, which spreadsheets read as A, as it stands. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function rowXml(number: number, cells: readonly string[]): string {
  return `<row r="${number}">${cells.join("")}</row>`;
}

function cellXml(at: string, cell: Cell): string {
  if (cell.kind === "empty") return "";
  if (cell.kind === "text") return inlineText(at, cell.text, startsFormula(cell.text) ? styles.guarded : styles.plain);
  if (cell.kind === "number") return numberXml(at, cell.value, cell.decimals === 2 ? styles.money : styles.integer);
  const day = serialDay(cell.date);
  return day === undefined ? inlineText(at, cell.date, styles.plain) : numberXml(at, day, styles.date);
}

const numberXml = (at: string, value: number, style: number) => `<c r="${at}" s="${style}"><v>${value}</v></c>`;

function inlineText(at: string, text: string, style: number): string {
  const kept = escapeXml(text.slice(0, maxTextLength));
  return `<c r="${at}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${kept}</t></is></c>`;
}

const startsFormula = (text: string) => /^[=+\-@＝＋－＠\t\r\n]/.test(text);

/** Days since 1899-12-30, as spreadsheets count; undefined before March 1900, where they count wrongly. */
function serialDay(date: string): number | undefined {
  const days = Math.round((Date.parse(`${date}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / dayMs);
  return days > 60 ? days : undefined;
}

function lengthOf(cell: Cell | undefined): number {
  if (cell?.kind === "text") return cell.text.length;
  return cell?.kind === "number" ? String(cell.value).length + 2 : 10;
}

function columnName(count: number): string {
  const rest = Math.floor((count - 1) / 26);
  return (rest > 0 ? columnName(rest) : "") + String.fromCharCode(65 + ((count - 1) % 26));
}

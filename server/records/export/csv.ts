import type { Cell } from "./cells.ts";
import type { Export } from "./open-export.ts";

export type DecimalSeparator = "comma" | "point";

/** The CSV that German spreadsheets open by a double click: UTF-8 with BOM, `;`, CRLF; dates are ISO 8601. */
export async function* writeCsv(
  { columns, pages }: Export,
  { decimal }: { decimal: DecimalSeparator },
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const head = columns.map(({ field }) => textCell(field.label)).join(";");
  yield encoder.encode(`\uFEFF${head}\r\n`);
  for await (const page of pages()) {
    const lines = page.map((cells) => `${cells.map((cell) => format(cell, decimal)).join(";")}\r\n`);
    yield encoder.encode(lines.join(""));
  }
}

function format(cell: Cell, decimal: DecimalSeparator): string {
  if (cell.kind === "text") return textCell(cell.text);
  if (cell.kind === "date") return cell.date;
  if (cell.kind === "empty") return "";
  const digits = cell.value.toFixed(cell.decimals);
  return decimal === "comma" ? digits.replace(".", ",") : digits;
}

/** Text as it may stand in a cell: never a formula, and never the end of the cell. */
export function textCell(text: string): string {
  return quoted(guarded(text));
}

/** A spreadsheet computes text that begins like a formula, also after a tab or a line break; `'` keeps it text. */
function guarded(text: string): string {
  return /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[";\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

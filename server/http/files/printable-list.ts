import { element, escapeHtml } from "../../../contract/document/html.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { moment, printableHtml, printableTable } from "../../document/printable-html.ts";
import { Problem } from "../../problem.ts";
import type { Cell } from "../../records/export/cells.ts";
import type { Export } from "../../records/export/open-export.ts";

/** A browser lays out the whole of it at once. */
const maxPrinted = 1000;

const numbers = {
  0: new Intl.NumberFormat("de-DE"),
  2: new Intl.NumberFormat("de-DE", { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
};

/** A list as a page to print. Throws too_large for more than 1,000 rows. */
export async function writePrintableList({ name, columns, total, pages }: Export, at: Date): Promise<string> {
  if (total > maxPrinted)
    throw new Problem("too_large", {
      message: `Ein PDF fasst höchstens ${numbers[0].format(maxPrinted)} Einträge, das sind ${numbers[0].format(total)}. Grenze die Liste ein, oder exportiere sie als Excel-Tabelle.`,
    });
  const rows: string[][] = [];
  for await (const page of pages()) for (const cells of page) rows.push(cells.map(toHtml));
  const heads = columns.map(({ field }) => escapeHtml(field.kind === "money" ? `${field.label} (€)` : field.label));
  const count = `${numbers[0].format(rows.length)} ${rows.length === 1 ? "Eintrag" : "Einträge"}, Stand ${moment(at)}`;
  return printableHtml(name, [element("p", {}, escapeHtml(count)), printableTable(heads, rows)], {
    isWide: columns.length > 4,
  });
}

function toHtml(cell: Cell): string {
  if (cell.kind === "empty") return "";
  if (cell.kind === "text") return escapeHtml(cell.text);
  const value = cell.kind === "date" ? formatCalendarDate(cell.date) : numbers[cell.decimals].format(cell.value);
  return element("span", { class: "fixed" }, escapeHtml(value));
}

import type { Cell } from "../../../../contract/imports/imports.ts";
import type { Field, Output } from "../../../../contract/records/fields.ts";
import { toCell } from "../../../records/export/cells.ts";
import { isNothing, withoutFormulaGuard } from "./cell-content.ts";

/** Whether a cell of a file says exactly what an export writes of a value, as CSV or as a spreadsheet. */
export function isAsExported(field: Field, value: Output | undefined, cell: Cell): boolean {
  const exported = toCell(field, value);
  if (exported.kind === "empty") return isNothing(cell);
  if (exported.kind === "number") {
    if (typeof cell === "number") return cell.toFixed(exported.decimals) === exported.value.toFixed(exported.decimals);
    return cell.replace(",", ".") === exported.value.toFixed(exported.decimals);
  }
  const written = normal(exported.kind === "date" ? exported.date : exported.text);
  const read = normal(String(cell));
  return read === written || normal(withoutFormulaGuard(read)) === written;
}

/** Text without what files and their readers do not keep: signs that XML does not know, kinds of line ends, outer spaces. */
function normal(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .trim();
}

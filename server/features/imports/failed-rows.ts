import type { Cell, ImportColumn, RowProblem } from "../../../contract/imports/imports.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { findImport, readFailedRows } from "./queries.ts";

const pageSize = 500;

/** The failed rows of an import as CSV: the columns as the file had them, and one that says what is wrong. */
export async function openFailedRows(
  ctx: Pick<PersonContext, "db" | "person">,
  id: string,
): Promise<{ filename: string; content: AsyncGenerator<Uint8Array> }> {
  const row = await findImport(ctx, id);
  const columns: ImportColumn[] = JSON.parse(row.columnsJson);
  const headings = columns.map(({ heading }, at) => heading || `Spalte ${at + 1}`);
  const name = row.filename.replace(/\.[^.]*$/, "");
  return { filename: `${name} - Fehler.csv`, content: write(ctx, id, headings) };
}

async function* write({ db }: Pick<PersonContext, "db">, id: string, headings: readonly string[]) {
  const encoder = new TextEncoder();
  const lineOf = (cells: readonly Cell[]) => encoder.encode(`${cells.map(toCsv).join(";")}\r\n`);
  yield encoder.encode("\uFEFF");
  yield lineOf([...headings, "Fehler"]);
  for (let after = 0; ; ) {
    const rows = await readFailedRows(db, id, after, pageSize);
    for (const { rowNumber, cellsJson, problemsJson } of rows) {
      after = rowNumber;
      const cells: Cell[] = JSON.parse(cellsJson);
      const problems: RowProblem[] = JSON.parse(problemsJson ?? "[]");
      const told = problems.map(({ column, message }) => (column ? `${column}: ${message}` : message)).join(" ");
      yield lineOf([...headings.map((_, at) => cells[at] ?? ""), told]);
    }
    if (rows.length < pageSize) return;
  }
}

/** A cell that a spreadsheet would compute gets `'`, which the import takes off again. */
function toCsv(cell: Cell): string {
  if (typeof cell === "number") return String(cell).replace(".", ",");
  const text = /^[=+\-@＝＋－＠\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[";\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

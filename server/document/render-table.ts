import type { Node } from "@tiptap/pm/model";
import { element } from "./html.ts";

/** A table that scrolls by itself when it is wider than the page. */
export function renderTable(table: Node, content: (cell: Node) => string): string {
  const rows = table.children;
  const headRows = rows[0]?.children.every(isHeader) && rows.length > 1 ? 1 : 0;
  const head = rows.slice(0, headRows).map((row) => renderRow(row, "col", content));
  const body = rows.slice(headRows).map((row) => renderRow(row, "row", content));
  const html = (head.length ? element("thead", {}, head.join("")) : "") + element("tbody", {}, body.join(""));
  const around = { "data-table": true, role: "region", "aria-label": "Tabelle", tabindex: 0 };
  return element("div", around, element("table", {}, html));
}

const isHeader = (cell: Node) => cell.type.name === "tableHeader";

function renderRow(row: Node, scope: "col" | "row", content: (cell: Node) => string): string {
  const cells = row.children.map((cell) => {
    const { colspan, rowspan, align } = cell.attrs as { colspan: number; rowspan: number; align: string | null };
    const attributes = {
      scope: isHeader(cell) ? scope : null,
      colspan: colspan > 1 ? colspan : null,
      rowspan: rowspan > 1 ? rowspan : null,
      "data-align": align,
    };
    return element(isHeader(cell) ? "th" : "td", attributes, content(cell));
  });
  return element("tr", {}, cells.join(""));
}

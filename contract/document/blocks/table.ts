import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import type { Node } from "@tiptap/pm/model";
import { attributesOf, oneOf, unused, whole } from "../attribute-rules.ts";
import type { Arranger, Block, MarkdownWriter, NodeSpec } from "../block.ts";
import { element } from "../html.ts";
import type { DocumentNode } from "../json.ts";
import { isToken } from "../markdown/tokens.ts";

const isRow = (node: Node) => node.type.name === "tableRow";
const isHeader = (node: Node) => node.type.name === "tableHeader";
const isCell = (node: Node) => node.type.name === "tableCell" || isHeader(node);

const cellRules = {
  colspan: whole(1, 100, 1),
  rowspan: whole(1, 1000, 1),
  colwidth: unused,
  align: oneOf([null, "left", "center", "right"], null),
};

const cell = (type: "tableCell" | "tableHeader", tag: "td" | "th"): NodeSpec => ({
  extension: type === "tableCell" ? TableCell : TableHeader,
  attributes: cellRules,
  arrange: (children, attributes, { blocksOf, create, orParagraph }) => [
    create(type, attributes, orParagraph(blocksOf(children))),
  ],
  loose: { kind: "table", wrap: fitRows },
  html: {
    tag,
    attributes: ({ colspan, rowspan, align }) => ({
      colspan: colspan === 1 ? null : colspan,
      rowspan: rowspan === 1 ? null : rowspan,
      align,
    }),
  },
  render: (node, { blocks }) => blocks(node),
});

export const table: Block = {
  nodes: {
    table: {
      extension: Table.configure({ resizable: false }),
      arrange: (children, _attributes, arranger) => fitRows(children, arranger),
      html: { tag: "table" },
      markdown: writeTable,
      render: (node, { blocks }) => renderTable(node, blocks),
    },
    tableRow: {
      extension: TableRow,
      arrange: (children, _attributes, { create, gather }) =>
        children.length ? [create("tableRow", null, gather(children, isCell, "tableCell"))] : [],
      loose: { kind: "table", wrap: fitRows },
      html: { tag: "tr" },
      render: (node, { blocks }) => blocks(node),
    },
    tableHeader: cell("tableHeader", "th"),
    tableCell: cell("tableCell", "td"),
  },
  tokens: {
    table: (token, { builder, textblock }) => {
      if (!isToken("table", token)) return false;
      const { header, rows } = token;
      const depth = builder.depth;
      builder.open({ type: "table" });
      for (const row of [header, ...rows]) {
        builder.open({ type: "tableRow" });
        for (const { header: isHead, align, tokens } of row) {
          builder.open({ type: isHead ? "tableHeader" : "tableCell", attrs: { align } });
          textblock({ type: "paragraph" }, tokens);
          builder.closeTo(depth + 2);
        }
        builder.closeTo(depth + 1);
      }
      builder.closeTo(depth);
      return true;
    },
  },
  containers: {
    table: () => ({ type: "table" }),
    tr: () => ({ type: "tableRow" }),
    td: (attributes) => ({ type: "tableCell", attrs: readCell(attributes) }),
    th: (attributes) => ({ type: "tableHeader", attrs: readCell(attributes) }),
  },
};

function readCell({ colspan, rowspan, align }: Record<string, string>) {
  return { colspan: Number(colspan ?? 1), rowspan: Number(rowspan ?? 1), align: align ?? null };
}

/** Rows of cells; what is neither row nor cell stands before the table. */
function fitRows(children: Node[], { blocksOf, create, runs }: Arranger): Node[] {
  const rows = runs(
    children.filter((child) => isRow(child) || isCell(child)),
    (child) => isCell(child),
  ).flatMap((run) => (run[0] && isCell(run[0]) ? [create("tableRow", null, run)] : run));
  const filled = rows.filter((row) => row.childCount);
  const others = blocksOf(children.filter((child) => !isRow(child) && !isCell(child)));
  return [...others, ...(filled.length ? [create("table", null, filled)] : [])];
}

const alignments: Record<string, string> = { null: "---", left: ":--", center: ":-:", right: "--:" };

/**
 * A table below one row of headers; a cell with more than one paragraph has HTML in it. Any other table does not read
 * back and is then written as HTML.
 */
function writeTable({ content = [] }: DocumentNode, { html, inline }: MarkdownWriter): string {
  const [head, ...rows] = content;
  const cellText = ({ content: blocks = [] }: DocumentNode) =>
    blocks
      .map((each) => (blocks.length === 1 && each.type === "paragraph" ? inline(each) : html(each)))
      .join("")
      .replaceAll("|", "\\|");
  const line = (row: DocumentNode | undefined) => `| ${(row?.content ?? []).map(cellText).join(" | ")} |`;
  const rule = `| ${(head?.content ?? []).map(({ attrs }) => alignments[String(attrs?.align)]).join(" | ")} |`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/** A table that scrolls by itself when it is wider than the page. */
function renderTable({ children: rows }: Node, blocks: (cell: Node) => string): string {
  const headRows = rows[0]?.children.every(isHeader) && rows.length > 1 ? 1 : 0;
  const head = rows.slice(0, headRows).map((row) => renderRow(row, "col", blocks));
  const body = rows.slice(headRows).map((row) => renderRow(row, "row", blocks));
  const html = (head.length ? element("thead", {}, head.join("")) : "") + element("tbody", {}, body.join(""));
  const around = { "data-table": true, role: "region", "aria-label": "Tabelle", tabindex: 0 };
  return element("div", around, element("table", {}, html));
}

function renderRow(row: Node, scope: "col" | "row", blocks: (cell: Node) => string): string {
  const cells = row.children.map((cell) => {
    const { colspan, rowspan, align } = attributesOf(cellRules, cell);
    const attributes = {
      scope: isHeader(cell) ? scope : null,
      colspan: colspan > 1 ? colspan : null,
      rowspan: rowspan > 1 ? rowspan : null,
      "data-align": align,
    };
    return element(isHeader(cell) ? "th" : "td", attributes, blocks(cell));
  });
  return element("tr", {}, cells.join(""));
}

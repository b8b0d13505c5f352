import { Extension, InputRule } from "@tiptap/core";
import { Table } from "lucide-react";
import { type EditorBlock, focused } from "./editor-block.ts";

const row = /^\|((?:[^|]*\|){2,})\s$/;

/** „|Name|Wert|“ and a blank become a table with these heads. */
const TableTyping = Extension.create({
  name: "tableTyping",
  addInputRules() {
    return [
      new InputRule({
        find: row,
        handler: ({ chain, range, match, state }) => {
          const heads = (match[1] ?? "").split("|").slice(0, -1);
          const cell = (type: string, text = "") => ({
            type,
            content: [{ type: "paragraph", ...(text && { content: [{ type: "text", text }] }) }],
          });
          const content = [
            { type: "tableRow", content: heads.map((head) => cell("tableHeader", head.trim())) },
            { type: "tableRow", content: heads.map(() => cell("tableCell")) },
          ];
          const before = range.from - 1;
          const [head] = content;
          const headSize = state.schema.nodeFromJSON(head).nodeSize;
          chain()
            .insertContentAt({ from: before, to: range.to + 1 }, { type: "table", content })
            // Into the first cell below the heads.
            .setTextSelection(before + headSize + 4)
            .run();
        },
      }),
    ];
  },
});

export const table: EditorBlock = {
  entries: [
    {
      ...{ id: "table", name: "Tabelle", group: "Einfügen", icon: Table, typed: "|" },
      words: "table zeilen spalten raster",
      run: (editor) => focused(editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
  ],
  tools: {
    inserts: [
      {
        ...{ id: "table", label: "Tabelle", icon: Table },
        can: (editor) => !editor.isActive("table"),
        run: (editor) => focused(editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
      },
    ],
  },
  extensions: [TableTyping],
};

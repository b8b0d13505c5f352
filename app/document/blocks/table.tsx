import { type Editor, Extension, InputRule } from "@tiptap/core";
import { Columns3, Rows3, Table } from "lucide-react";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../ui/overlays/menu.tsx";
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
      id: "table",
      name: "Tabelle",
      group: "Einfügen",
      icon: Table,
      typed: "|",
      keywords: "table zeilen spalten raster",
      run: (editor) => focused(editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
  ],
  tools: {
    inside: { table: TableTools },
    inserts: [
      {
        id: "table",
        label: "Tabelle",
        icon: Table,
        can: (editor) => !editor.isActive("table"),
        run: (editor) => focused(editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
      },
    ],
  },
  extensions: [TableTyping],
};

/** What can be done with the rows and columns around the cursor. */
function TableTools({ editor }: { editor: Editor }) {
  const back = (event: Event) => {
    event.preventDefault();
    editor.commands.focus();
  };
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <IconButton data-tool="" icon={Rows3} label="Zeilen der Tabelle" size="sm" tabIndex={-1} />
        </MenuTrigger>
        <MenuContent onCloseAutoFocus={back}>
          <MenuItem onSelect={() => focused(editor).addRowBefore().run()}>Zeile darüber</MenuItem>
          <MenuItem onSelect={() => focused(editor).addRowAfter().run()}>Zeile darunter</MenuItem>
          <MenuItem onSelect={() => focused(editor).toggleHeaderRow().run()}>Kopfzeile an oder aus</MenuItem>
          <MenuSeparator />
          <MenuItem danger onSelect={() => focused(editor).deleteRow().run()}>
            Zeile löschen
          </MenuItem>
          <MenuItem danger onSelect={() => focused(editor).deleteTable().run()}>
            Tabelle löschen
          </MenuItem>
        </MenuContent>
      </Menu>
      <Menu>
        <MenuTrigger asChild>
          <IconButton data-tool="" icon={Columns3} label="Spalten der Tabelle" size="sm" tabIndex={-1} />
        </MenuTrigger>
        <MenuContent onCloseAutoFocus={back}>
          <MenuItem onSelect={() => focused(editor).addColumnBefore().run()}>Spalte links</MenuItem>
          <MenuItem onSelect={() => focused(editor).addColumnAfter().run()}>Spalte rechts</MenuItem>
          <MenuItem onSelect={() => focused(editor).toggleHeaderColumn().run()}>Kopfspalte an oder aus</MenuItem>
          <MenuSeparator />
          <MenuItem danger onSelect={() => focused(editor).deleteColumn().run()}>
            Spalte löschen
          </MenuItem>
        </MenuContent>
      </Menu>
    </>
  );
}

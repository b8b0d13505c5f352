import type { Editor } from "@tiptap/core";
import { Columns3, Rows3 } from "lucide-react";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../ui/overlays/menu.tsx";

const focused = (editor: Editor) => editor.chain().focus();

/** What can be done with the rows and columns around the cursor. */
export function TableTools({ editor }: { editor: Editor }) {
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

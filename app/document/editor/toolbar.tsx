import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { Keyboard, Plus } from "lucide-react";
import { useEffect } from "react";
import { IconButton } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/overlays/tooltip.tsx";
import type { ToolbarTools } from "../blocks/editor-block.ts";
import { TableTools } from "./table-tools.tsx";
import { ToolButton, toolState } from "./tool-button.tsx";
import { toolbarGroups } from "./toolbar-items.ts";
import { useToolbarKeys } from "./toolbar-keys.ts";
import { useKeyboardInset } from "./use-keyboard-inset.ts";

const items = toolbarGroups.flat();

interface ToolbarProps {
  editor: Editor;
  tools: ToolbarTools;
  onShortcuts: () => void;
}

/** The fixed toolbar: above the text, on phones above the keyboard. Alt+F10 leads here, Escape back. */
export function Toolbar({ editor, tools, onShortcuts }: ToolbarProps) {
  const states = useEditorState({ editor, selector: () => items.map((item) => toolState(item, editor)) });
  const inTable = useEditorState({ editor, selector: () => editor.isActive("table") });
  const { bar, onKeyDown, focus } = useToolbarKeys(() => editor.commands.focus());
  useKeyboardInset(bar);
  useEffect(() => {
    const text = editor.view.dom;
    const enter = (event: KeyboardEvent) => {
      if (event.key !== "F10" || !event.altKey) return;
      event.preventDefault();
      focus();
    };
    text.addEventListener("keydown", enter);
    return () => text.removeEventListener("keydown", enter);
  });
  const keepSelection = (event: React.MouseEvent) => event.preventDefault();
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Werkzeuge"
      aria-controls={editor.view.dom.id}
      onKeyDown={onKeyDown}
      className="editor-tools"
    >
      <Tooltip label="Block einfügen" keys="/">
        <IconButton
          data-tool=""
          icon={Plus}
          label="Block einfügen"
          size="sm"
          tabIndex={-1}
          onMouseDown={keepSelection}
          onClick={() => openBlockMenu(editor)}
        />
      </Tooltip>
      {toolbarGroups.map((group, at) => (
        <span key={group[0]?.id} className="flex flex-none">
          <span aria-hidden="true" className="mx-1 my-1.5 w-px bg-line" />
          {group.map((item) => (
            <ToolButton
              key={item.id}
              item={item}
              editor={editor}
              tools={tools}
              state={states[items.indexOf(item)] ?? { isOn: undefined, can: true }}
            />
          ))}
          {at === 2 && inTable && <TableTools editor={editor} />}
        </span>
      ))}
      <span className="ml-auto flex-none">
        <Tooltip label="Tastenkürzel">
          <IconButton data-tool="" icon={Keyboard} label="Tastenkürzel" size="sm" tabIndex={-1} onClick={onShortcuts} />
        </Tooltip>
      </span>
    </div>
  );
}

/** Begins what „/“ begins, on a line of its own. */
export function openBlockMenu(editor: Editor, after?: number): void {
  const { $from } = editor.state.selection;
  const chain = editor.chain().focus();
  const isFree = after === undefined && $from.parent.type.name === "paragraph" && $from.parent.content.size === 0;
  if (!isFree) {
    const end = after ?? ($from.depth === 0 ? $from.pos : $from.after(1));
    chain.insertContentAt(end, { type: "paragraph" }).setTextSelection(end + 1);
  }
  chain.insertContent("/").run();
}

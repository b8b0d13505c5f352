import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { Keyboard, Plus } from "lucide-react";
import { type RefObject, useEffect } from "react";
import { IconButton } from "../../../ui/button.tsx";
import { Tooltip } from "../../../ui/overlays/tooltip.tsx";
import { editorBlocks } from "../../blocks/blocks.ts";
import type { ToolbarTools } from "../../blocks/editor-block.ts";
import { ToolButton, toolState, useToolbarKeys } from "./tool-button.tsx";
import { toolbarGroups } from "./toolbar-items.ts";

const items = toolbarGroups.flat();
/** Tools that are there while the cursor is in a node. */
const insideTools = editorBlocks.flatMap(({ tools }) => Object.entries(tools?.inside ?? {}));

interface ToolbarProps {
  editor: Editor;
  tools: ToolbarTools;
  onShortcuts: () => void;
}

/** The fixed toolbar: above the text, on phones above the keyboard. Alt+F10 leads here, Escape back. */
export function Toolbar({ editor, tools, onShortcuts }: ToolbarProps) {
  const states = useEditorState({ editor, selector: () => items.map((item) => toolState(item, editor)) });
  const isInside = useEditorState({ editor, selector: () => insideTools.map(([node]) => editor.isActive(node)) });
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
          {at === 2 &&
            insideTools.map(([node, Tools], index) => isInside[index] && <Tools key={node} editor={editor} />)}
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

/**
 * Tells an element, as `--keyboard`, how much of the page's lower end the keyboard of a phone covers; browsers leave
 * what is fixed to that end behind it.
 */
function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const update = () => {
      const covered = Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop);
      element.current?.style.setProperty("--keyboard", `${Math.round(covered)}px`);
      element.current?.toggleAttribute("data-keyboard", covered > 80);
    };
    update();
    viewport.addEventListener("resize", update);
    viewport.addEventListener("scroll", update);
    return () => {
      viewport.removeEventListener("resize", update);
      viewport.removeEventListener("scroll", update);
    };
  }, [element]);
}

import { type Editor, isTextSelection } from "@tiptap/core";
import { BubbleMenu } from "@tiptap/extension-bubble-menu";
import { useEditorState } from "@tiptap/react";
import { createPortal } from "react-dom";
import type { ToolbarTools } from "../../blocks/editor-block.ts";
import { ToolButton, toolState, useToolbarKeys } from "./tool-button.tsx";
import { marks } from "./toolbar-items.ts";

/** What floats beside a selection. It stays empty until `SelectionMenu` fills it. */
export function selectionFloat(): HTMLElement {
  const element = document.createElement("div");
  element.className = "z-[55]";
  // Fixed from the start: the first place is measured before the plugin says so.
  Object.assign(element.style, { visibility: "hidden", position: "fixed" });
  return element;
}

/**
 * Places the float. An extension rather than a component that brings its plugin along: every plugin that comes or goes
 * draws the whole shared document again.
 */
export const selectionMenuIn = (element: HTMLElement) =>
  BubbleMenu.configure({
    element,
    updateDelay: 120,
    // Below, where the fixed toolbar never is.
    options: { placement: "bottom", offset: 8, strategy: "fixed" },
    shouldShow: ({ editor, state, from, to }) =>
      editor.isEditable &&
      isTextSelection(state.selection) &&
      !editor.isActive("codeBlock") &&
      state.doc.textBetween(from, to).trim() !== "",
  });

interface SelectionMenuProps {
  editor: Editor;
  tools: ToolbarTools;
  float: HTMLElement;
}

/** The tools for words, beside the words that are selected; phones have them above the keyboard. */
export function SelectionMenu({ editor, tools, float }: SelectionMenuProps) {
  const states = useEditorState({ editor, selector: () => marks.map((item) => toolState(item, editor)) });
  const { bar, onKeyDown } = useToolbarKeys(() => editor.commands.focus());
  return createPortal(
    <div
      ref={bar}
      role="toolbar"
      aria-label="Auswahl"
      onKeyDown={onKeyDown}
      className="flex animate-rise gap-0.5 rounded-8 bg-raised p-1 shadow-e2 max-md:hidden"
    >
      {marks.map((item, at) => (
        <ToolButton
          key={item.id}
          item={item}
          editor={editor}
          tools={tools}
          state={states[at] ?? { isOn: undefined, can: true }}
        />
      ))}
    </div>,
    float,
  );
}

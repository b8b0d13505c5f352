import { type Editor, isTextSelection } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { BubbleMenu } from "@tiptap/react/menus";
import { ToolButton, toolState } from "./tool-button.tsx";
import { marks, type ToolbarTools } from "./toolbar-items.ts";
import { useToolbarKeys } from "./toolbar-keys.ts";

/** The tools for words, beside the words that are selected; phones have them above the keyboard. */
export function SelectionMenu({ editor, tools }: { editor: Editor; tools: ToolbarTools }) {
  const states = useEditorState({ editor, selector: () => marks.map((item) => toolState(item, editor)) });
  const { bar, onKeyDown } = useToolbarKeys(() => editor.commands.focus());
  return (
    <BubbleMenu
      editor={editor}
      className="z-[55]"
      updateDelay={120}
      options={{ placement: "top", offset: 8, strategy: "fixed" }}
      shouldShow={({ state, from, to }) =>
        editor.isEditable &&
        isTextSelection(state.selection) &&
        !editor.isActive("codeBlock") &&
        state.doc.textBetween(from, to).trim() !== ""
      }
    >
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
      </div>
    </BubbleMenu>
  );
}

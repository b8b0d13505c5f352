import type { Editor } from "@tiptap/core";
import { IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Tooltip } from "../../../ui/overlays/tooltip.tsx";
import type { ToolbarItem, ToolbarTools } from "../../blocks/editor-block.ts";
import { useKeyLabels } from "./key-labels.ts";

export interface ToolState {
  isOn: boolean | undefined;
  can: boolean;
}

interface ToolButtonProps {
  item: ToolbarItem;
  editor: Editor;
  tools: ToolbarTools;
  state: ToolState;
}

/** One tool; it takes the mouse without taking the selection from the text. */
export function ToolButton({ item, editor, tools, state: { isOn, can } }: ToolButtonProps) {
  const keyLabels = useKeyLabels();
  return (
    <Tooltip label={item.label} {...(item.keys && { keys: keyLabels(item.keys) })}>
      <IconButton
        icon={item.icon}
        label={item.label}
        size="sm"
        tabIndex={-1}
        data-tool=""
        aria-pressed={isOn}
        aria-disabled={!can}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => can && item.run(editor, tools)}
        className={cx(isOn && "bg-tint-7", !can && "opacity-40")}
      />
    </Tooltip>
  );
}

/** What a tool shows at this moment. */
export function toolState({ isOn, can }: ToolbarItem, editor: Editor): ToolState {
  return { isOn: isOn?.(editor), can: can?.(editor) ?? true };
}

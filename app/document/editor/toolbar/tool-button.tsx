import type { Editor } from "@tiptap/core";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useIsApple } from "../../../lib/shortcuts.ts";
import { IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Tooltip } from "../../../ui/overlays/tooltip.tsx";
import type { ToolbarItem, ToolbarTools } from "../../blocks/editor-block.ts";

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

/**
 * The keys of a toolbar: one stop for Tab, arrows between its tools, Escape back to the text. Tools are whatever
 * carries `data-tool`.
 */
export function useToolbarKeys(leave: () => void) {
  const bar = useRef<HTMLDivElement>(null);
  const tools = () => [...(bar.current?.querySelectorAll<HTMLElement>("[data-tool]") ?? [])];
  const current = useRef<HTMLElement | undefined>(undefined);

  // The tools of a table come and go; one of all must always be reachable.
  useEffect(() => {
    const all = tools();
    const stop = all.find((tool) => tool === current.current) ?? all[0];
    for (const tool of all) tool.tabIndex = tool === stop ? 0 : -1;
  });

  const goTo = (tool: HTMLElement | undefined) => {
    if (!tool) return;
    for (const each of tools()) each.tabIndex = each === tool ? 0 : -1;
    current.current = tool;
    tool.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const all = tools();
    const { activeElement } = document;
    const at = activeElement instanceof HTMLElement ? all.indexOf(activeElement) : -1;
    if (at < 0) return;
    const targets: Record<string, HTMLElement | undefined> = {
      ArrowRight: all[(at + 1) % all.length],
      ArrowLeft: all.at(at - 1),
      Home: all[0],
      End: all.at(-1),
    };
    if (event.key === "Escape") leave();
    else if (event.key in targets) goTo(targets[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return { bar, onKeyDown, focus: () => goTo(tools().find((tool) => tool.tabIndex === 0)) };
}

const appleSymbols: Record<string, string> = { Mod: "⌘", Shift: "⇧", Alt: "⌥" };
const names: Record<string, string> = { Mod: "Strg", Shift: "Umschalt", ArrowUp: "↑", ArrowDown: "↓" };

/** Names keys as ProseMirror writes them in the names of this machine's keyboard: „Strg+Umschalt+8“ or „⇧⌘8“. */
export function useKeyLabels(): (keys: string) => string {
  const apple = useIsApple();
  return (keys) =>
    keys
      .split("-")
      .map((key) => (apple && appleSymbols[key]) || names[key] || key)
      .join(apple ? "" : "+");
}

import { type KeyboardEvent, useEffect, useRef } from "react";

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

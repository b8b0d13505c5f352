import type { KeyboardEvent } from "react";
import type { PageNode } from "../../../../contract/wiki/page-rows.ts";
import { type Direction, type InsertionPoint, pointBeside } from "./insertion-points.ts";
import { setOpen } from "./open-nodes.ts";
import type { TreeRow } from "./tree-rows.ts";

interface TreeKeysOptions {
  rows: readonly TreeRow<PageNode>[];
  stop: string | undefined;
  focus: (id: string | undefined) => void;
  open: (page: PageNode) => void;
  /** Absent for those who may not move pages. */
  move: ((page: PageNode, point: InsertionPoint) => void) | undefined;
  menu: (id: string) => void;
}

const directions: Record<string, Direction> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowRight: "in",
  ArrowLeft: "out",
};

/** The keys of a tree as the WAI-ARIA patterns have them, and Alt with the arrows to move the page itself. */
export function useTreeKeys({ rows, stop, focus, open, move, menu }: TreeKeysOptions) {
  const pages = rows.filter((row) => row.kind === "page");
  const at = pages.findIndex(({ page }) => page.id === stop);
  const here = pages[at];
  const idAt = (index: number) => pages[Math.min(pages.length - 1, Math.max(0, index))]?.page.id;

  function act({ key, altKey, shiftKey }: KeyboardEvent): boolean {
    if (!here) return false;
    const { page, isOpen, level } = here;
    const direction = directions[key];
    if (altKey) {
      const point = direction && pointBeside(rows, page.id, direction);
      if (point) move?.(page, point);
      return direction !== undefined;
    }
    if (key === "ContextMenu" || (key === "F10" && shiftKey)) menu(page.id);
    else if (key === "ArrowDown") focus(idAt(at + 1));
    else if (key === "ArrowUp") focus(idAt(at - 1));
    else if (key === "Home") focus(idAt(0));
    else if (key === "End") focus(idAt(pages.length - 1));
    else if (key === "ArrowRight" && page.hasChildren) {
      if (isOpen) focus(idAt(at + 1));
      else setOpen([page.id], true);
    } else if (key === "ArrowLeft" && isOpen) setOpen([page.id], false);
    else if (key === "ArrowLeft" && level > 1) focus(page.parentId ?? undefined);
    else if (key === "Enter" || key === " ") open(page);
    else return typeahead(key);
    return true;
  }

  function typeahead(key: string): boolean {
    if (key.length !== 1 || key === " ") return false;
    const following = [...pages.slice(at + 1), ...pages.slice(0, at + 1)];
    const found = following.find(({ page }) => page.title.toLowerCase().startsWith(key.toLowerCase()));
    if (found) focus(found.page.id);
    return found !== undefined;
  }

  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || !act(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { attachInstruction, extractInstruction } from "@atlaskit/pragmatic-drag-and-drop-hitbox/tree-item";
import { isKeyOf } from "../../../../contract/narrowing.ts";

export type DropPart = "before" | "after" | "into";

interface DraggedRow {
  element: HTMLElement;
  id: string;
  level: number;
  isOpen: boolean;
  isLast: boolean;
  /** Whether the page lies below the one that is dragged. */
  isBelow: (draggedId: string) => boolean;
  onOver: (part: DropPart | undefined) => void;
  onDragging: (isDragging: boolean) => void;
  onDrop: (draggedId: string, part: DropPart) => void;
}

export const indentPerLevel = 16;
const parts = { "reorder-above": "before", "reorder-below": "after", "make-child": "into" } as const;

/** Lets a row of the tree be dragged, and others be dropped on it; returns how to stop. */
export function attachRow({ element, id, level, isOpen, isLast, isBelow, onOver, onDragging, onDrop }: DraggedRow) {
  const partOf = (data: Record<string | symbol, unknown>): DropPart | undefined => {
    const type = extractInstruction(data)?.type;
    return isKeyOf(parts, type) ? parts[type] : undefined;
  };
  return combine(
    draggable({
      element,
      getInitialData: () => ({ pageId: id }),
      onDragStart: () => onDragging(true),
      onDrop: () => onDragging(false),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => {
        const dragged = source.data.pageId;
        return typeof dragged === "string" && dragged !== id && !isBelow(dragged);
      },
      getData: ({ input, element: target }) =>
        attachInstruction(
          { pageId: id },
          {
            input,
            element: target,
            currentLevel: level - 1,
            indentPerLevel,
            mode: isOpen ? "expanded" : isLast ? "last-in-group" : "standard",
            block: ["reparent"],
          },
        ),
      onDragEnter: ({ self }) => onOver(partOf(self.data)),
      onDrag: ({ self }) => onOver(partOf(self.data)),
      onDragLeave: () => onOver(undefined),
      onDrop: ({ self, source }) => {
        onOver(undefined);
        const part = partOf(self.data);
        if (part) onDrop(String(source.data.pageId), part);
      },
    }),
  );
}

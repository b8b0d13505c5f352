import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview";
import { preserveOffsetOnSource } from "@atlaskit/pragmatic-drag-and-drop/utils/preserve-offset-on-source";
import { type BoardStatus, boardStatuses } from "../../../../contract/feedback/statuses.ts";
import { isOneOf } from "../../../../contract/narrowing.ts";

/** What is dragged over the board, and how tall it is. */
export interface Dragged {
  id: string;
  from: BoardStatus;
  height: number;
}

/** Lets a card be picked up; what hangs at the pointer is the card itself, a little askew. */
export function bindCard(element: HTMLElement, { id, from }: Pick<Dragged, "id" | "from">): () => void {
  return draggable({
    element,
    getInitialData: () => ({ id, from, height: element.offsetHeight }),
    onGenerateDragPreview: ({ nativeSetDragImage, location }) =>
      setCustomNativeDragPreview({
        nativeSetDragImage,
        getOffset: preserveOffsetOnSource({ element, input: location.current.input }),
        render({ container }) {
          const copy = element.cloneNode(true);
          if (!(copy instanceof HTMLElement)) return;
          copy.style.width = `${element.offsetWidth}px`;
          copy.style.transform = "rotate(-1.4deg)";
          copy.classList.add("shadow-e2");
          container.append(copy);
        },
      }),
  });
}

/** Lets a column take cards. */
export function bindColumn(element: HTMLElement, status: BoardStatus): () => void {
  return dropTargetForElements({
    element,
    canDrop: ({ source }) => typeof source.data.id === "string",
    getData: () => ({ status }),
    getDropEffect: () => "move",
  });
}

interface BoardDrag {
  /** Called with nothing once it is over, wherever it ended. */
  onDragged(dragged: Dragged | undefined): void;
  onOver(status: BoardStatus | undefined): void;
  onDrop(to: BoardStatus): void;
}

/** Follows every drag on the board. */
export function watchDrags({ onDragged, onOver, onDrop }: BoardDrag): () => void {
  return monitorForElements({
    canMonitor: ({ source }) => typeof source.data.id === "string" && typeof source.data.height === "number",
    onDragStart: ({ source }) => onDragged(draggedOf(source.data)),
    onDropTargetChange: ({ location }) => onOver(statusOf(location.current.dropTargets[0]?.data)),
    onDrop: ({ location }) => {
      const to = statusOf(location.current.dropTargets[0]?.data);
      onDragged(undefined);
      onOver(undefined);
      if (to) onDrop(to);
    },
  });
}

type DragData = Record<string | symbol, unknown>;

function draggedOf({ id, from, height }: DragData): Dragged | undefined {
  const isDragged = typeof id === "string" && typeof height === "number" && isOneOf(boardStatuses, from);
  return isDragged ? { id, from, height } : undefined;
}

const statusOf = (data: DragData | undefined) => (isOneOf(boardStatuses, data?.status) ? data.status : undefined);

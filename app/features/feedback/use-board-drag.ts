import { useEffect, useRef, useState } from "react";
import type { BoardStatus } from "../../../contract/feedback.ts";
import type { Dragged } from "./board-drag.ts";

type DragModule = typeof import("./board-drag.ts");

/** Fetches what dragging needs for those who may, and follows what they drag. */
export function useBoardDrag(isAllowed: boolean, onDrop: (dragged: Dragged, to: BoardStatus) => void) {
  const [drag, setDrag] = useState<DragModule>();
  const [dragged, setDragged] = useState<Dragged>();
  const [over, setOver] = useState<BoardStatus>();
  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(() => {
    if (!isAllowed) return;
    let isOver = false;
    // Without it cards still move by their menus and by keys.
    import("./board-drag.ts").then((module) => !isOver && setDrag(module)).catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [isAllowed]);
  useEffect(
    () => drag?.watchDrags({ onDragged: setDragged, onOver: setOver, onDrop: (what, to) => drop.current(what, to) }),
    [drag],
  );
  return { drag: isAllowed ? drag : undefined, dragged, over };
}

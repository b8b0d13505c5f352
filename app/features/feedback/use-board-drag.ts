import { useEffect, useRef, useState } from "react";
import type { BoardStatus } from "../../../contract/feedback/feedback.ts";
import type { Dragged } from "./board-drag.ts";

type DragModule = typeof import("./board-drag.ts");

/** Fetches what dragging needs for those who may, and follows what they drag. */
export function useBoardDrag(isAllowed: boolean, on: { pick(id: string): void; drop(to: BoardStatus): void }) {
  const [drag, setDrag] = useState<DragModule>();
  const [dragged, setDragged] = useState<Dragged>();
  const [over, setOver] = useState<BoardStatus>();
  const latest = useRef(on);
  useEffect(() => {
    latest.current = on;
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
    () =>
      drag?.watchDrags({
        onDragged: (card) => {
          if (card) latest.current.pick(card.id);
          setDragged(card);
        },
        onOver: setOver,
        onDrop: (to) => latest.current.drop(to),
      }),
    [drag],
  );
  return { drag: isAllowed ? drag : undefined, dragged, over };
}

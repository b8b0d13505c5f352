import { type PointerEvent, type RefObject, useRef } from "react";

/** Pixels that a pointer has to move before a press is a drag. */
const least = 4;

/** Lets a mouse drag what scrolls. Fingers scroll by themselves, and a press on a link stays one until it has moved. */
export function useDragToPan(scroller: RefObject<HTMLElement>) {
  const from = useRef<{ x: number; y: number; left: number; top: number; isDrag: boolean }>();
  const end = () => {
    from.current = undefined;
  };
  return {
    onPointerDown: ({ clientX, clientY, pointerType, button }: PointerEvent) => {
      const element = scroller.current;
      if (!element || pointerType !== "mouse" || button !== 0) return;
      from.current = { x: clientX, y: clientY, left: element.scrollLeft, top: element.scrollTop, isDrag: false };
    },
    onPointerMove: ({ clientX, clientY, buttons, pointerId }: PointerEvent) => {
      const element = scroller.current;
      const start = from.current;
      if (!element || !start || buttons === 0) return end();
      const [byX, byY] = [clientX - start.x, clientY - start.y];
      if (!start.isDrag && Math.hypot(byX, byY) < least) return;
      // Captured, the release is no click on what lies below the pointer.
      if (!start.isDrag) element.setPointerCapture(pointerId);
      start.isDrag = true;
      element.scrollTo(start.left - byX, start.top - byY);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

import { type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";

const upwardKeys = new Set(["ArrowUp", "PageUp", "Home"]);

/**
 * Keeps a list at its end while its reader is there: whatever comes, grows or is measured anew, or takes room from the
 * list, the end stays in view until they go up themself. What the list moves on its own account is not their doing.
 */
export function useStickToBottom(scroller: RefObject<HTMLElement>, beginsAtEnd: boolean, threshold: number) {
  const [isAtEnd, setAtEnd] = useState(beginsAtEnd);
  const isStuck = useRef(beginsAtEnd);
  /** Its reader has turned the wheel, and the list has not moved yet: that it is at its end is no return. */
  const isLeaving = useRef(false);

  const update = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const below = element.scrollHeight - element.clientHeight - element.scrollTop;
    if (below > 1) isLeaving.current = false;
    else if (!isLeaving.current) isStuck.current = true;
    setAtEnd(below <= threshold || isStuck.current);
  }, [scroller, threshold]);

  useEffect(() => {
    const element = scroller.current;
    const content = element?.firstElementChild;
    if (!element || !content) return;
    const observer = new ResizeObserver(() => {
      if (isStuck.current) element.scrollTop = element.scrollHeight;
      update();
    });
    observer.observe(element);
    observer.observe(content);
    return () => observer.disconnect();
  }, [scroller, update]);

  const release = useCallback(() => {
    isStuck.current = false;
  }, []);
  const goUp = useCallback(() => {
    release();
    isLeaving.current = (scroller.current?.scrollTop ?? 0) > 0;
  }, [release, scroller]);
  return {
    isAtEnd,
    /** Lets go of the end, as for a message further up. */
    release,
    stickProps: {
      onScroll: update,
      onWheel: ({ deltaY }: { deltaY: number }) => deltaY < 0 && goUp(),
      onTouchMove: release,
      onKeyDownCapture: ({ key }: KeyboardEvent) => upwardKeys.has(key) && goUp(),
      // The bar at the side belongs to the list itself.
      onPointerDown: ({ target, currentTarget }: PointerEvent) => target === currentTarget && release(),
    },
  };
}

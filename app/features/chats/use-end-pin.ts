import { type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";

const upward = new Set(["ArrowUp", "PageUp", "Home"]);

/**
 * Keeps a list at its end while its reader is there: whatever comes, grows or is measured anew, or takes room from the
 * list, the end stays in view until they go up themself. What the list moves on its own account is not their doing.
 */
export function useEndPin(scroller: RefObject<HTMLElement>, beginsAtEnd: boolean, threshold: number) {
  const [isAtEnd, setAtEnd] = useState(beginsAtEnd);
  const isPinned = useRef(beginsAtEnd);

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const below = element.scrollHeight - element.clientHeight - element.scrollTop;
    if (below <= 1) isPinned.current = true;
    setAtEnd(below <= threshold || isPinned.current);
  }, [scroller, threshold]);

  useEffect(() => {
    const element = scroller.current;
    const content = element?.firstElementChild;
    if (!element || !content) return;
    const watcher = new ResizeObserver(() => {
      if (isPinned.current) element.scrollTop = element.scrollHeight;
      look();
    });
    watcher.observe(element);
    watcher.observe(content);
    return () => watcher.disconnect();
  }, [scroller, look]);

  const leave = useCallback(() => {
    isPinned.current = false;
  }, []);
  return {
    isAtEnd,
    /** Lets go of the end, as for a message further up. */
    leave,
    pinProps: {
      onScroll: look,
      onWheel: ({ deltaY }: { deltaY: number }) => deltaY < 0 && leave(),
      onTouchMove: leave,
      onKeyDownCapture: ({ key }: KeyboardEvent) => upward.has(key) && leave(),
      // The bar at the side belongs to the list itself.
      onPointerDown: ({ target, currentTarget }: PointerEvent) => target === currentTarget && leave(),
    },
  };
}

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/**
 * Keeps a list at its end while its reader is there: whatever comes, grows or is measured anew, or takes room from the
 * list, the end stays in view until they scroll away from it.
 */
export function useEndPin(scroller: RefObject<HTMLElement>, beginsAtEnd: boolean, threshold: number) {
  const [isAtEnd, setAtEnd] = useState(beginsAtEnd);
  const isPinned = useRef(beginsAtEnd);
  const lastTop = useRef(0);

  const follow = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const isNear = scrollHeight - clientHeight - scrollTop <= threshold;
    if (isNear) isPinned.current = true;
    // What grows leaves the end behind without moving anything; only a reader goes up.
    else if (scrollTop < lastTop.current - 1) isPinned.current = false;
    lastTop.current = scrollTop;
    setAtEnd(isNear || isPinned.current);
  }, [scroller, threshold]);

  useEffect(() => {
    const element = scroller.current;
    const content = element?.firstElementChild;
    if (!element || !content) return;
    const watcher = new ResizeObserver(() => {
      if (isPinned.current) element.scrollTop = element.scrollHeight;
      follow();
    });
    watcher.observe(element);
    watcher.observe(content);
    return () => watcher.disconnect();
  }, [scroller, follow]);

  return { isAtEnd, follow };
}

import { type RefObject, useEffect, useState } from "react";

/** How high an element is on the screen, in whole pixels; keeps up with it. */
export function useHeight(element: RefObject<HTMLElement>): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const watcher = new ResizeObserver(([entry]) => {
      if (entry) setHeight(Math.floor(entry.target.getBoundingClientRect().height));
    });
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element]);
  return height;
}

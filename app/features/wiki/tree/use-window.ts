import { type RefObject, useEffect, useState } from "react";

interface WindowOptions {
  count: number;
  rowHeight: number;
  list: RefObject<HTMLElement>;
  scroller: RefObject<HTMLElement>;
}

const spareRows = 15;
/** Shown before the height of the window is known, as on the server. */
const firstRows = 60;

/** Which of many rows of one height are in sight or close to it: `first` is shown, `end` no longer. */
export function useWindow({ count, rowHeight, list, scroller }: WindowOptions): { first: number; end: number } {
  const [span, setSpan] = useState({ first: 0, end: firstRows });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      const top = element.scrollTop - (list.current?.offsetTop ?? 0);
      // In steps, so that most scrolling draws nothing anew.
      const first = Math.max(0, Math.floor(top / rowHeight / spareRows - 1) * spareRows);
      const end = Math.ceil((top + element.clientHeight) / rowHeight / spareRows + 1) * spareRows;
      setSpan((before) => (before.first === first && before.end === end ? before : { first, end }));
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      observer.disconnect();
    };
  }, [rowHeight, list, scroller]);
  return { first: Math.min(span.first, count), end: Math.min(count, span.end) };
}

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { CalendarSpan } from "../../../contract/deadlines/calendar-days.ts";
import type { bindGrid } from "./calendar-drag.ts";
import { useMove } from "./use-move.ts";

/** Lets what is one's own be dragged to another day of a grid; what that needs comes with the first pointer over it. */
export function useGridDrag(grid: RefObject<HTMLElement>, span: CalendarSpan | undefined) {
  const [bind, setBind] = useState<typeof bindGrid>();
  const [over, setOver] = useState<string>();
  const { move } = useMove();
  const drop = useRef<(id: string, day: string) => void>(() => undefined);
  useEffect(() => {
    drop.current = (id, day) => {
      const row = span?.days.flatMap(({ deadlines }) => deadlines).find((each) => each.id === id);
      if (row) void move(row, day);
    };
  });
  const hasLoaded = useRef(false);
  const load = useCallback(() => {
    if (hasLoaded.current || window.matchMedia("(pointer: coarse)").matches) return;
    hasLoaded.current = true;
    // Without it the same is done by „Verschieben“ in the list of the day.
    import("./calendar-drag.ts").then(({ bindGrid: loaded }) => setBind(() => loaded)).catch(() => undefined);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other days are other elements
  useEffect(() => {
    if (!bind || !grid.current) return;
    return bind(grid.current, { onOver: setOver, onDrop: (id, day) => drop.current(id, day) });
  }, [bind, grid, span]);
  return { over, load };
}

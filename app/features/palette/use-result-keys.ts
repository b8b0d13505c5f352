import { useKBar } from "kbar";
import { useEffect, useRef } from "react";
import type { PaletteAction } from "./palette-action.ts";

/** The arrow keys choose among the results, Enter performs the chosen one. */
export function useResultKeys(rows: readonly PaletteAction[], perform: (action: PaletteAction) => void): void {
  const { query, activeIndex } = useKBar((state) => ({ activeIndex: state.activeIndex }));
  const latest = useRef({ rows, perform, activeIndex });
  useEffect(() => {
    latest.current = { rows, perform, activeIndex };
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const now = latest.current;
      const last = now.rows.length - 1;
      if (event.isComposing || last < 0) return;
      const next = {
        ArrowDown: (index: number) => (index >= last ? 0 : index + 1),
        ArrowUp: (index: number) => (index === 0 ? last : index - 1),
      }[event.key];
      const chosen = now.rows[now.activeIndex];
      // kbar tells of a new index later than the next key may come.
      if (next) query.setActiveIndex(next);
      else if (event.key === "Enter" && chosen && isField(event.target)) now.perform(chosen);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("keydown", handle, { capture: true });
    return () => window.removeEventListener("keydown", handle, { capture: true });
  }, [query]);
}

/** Enter on the close button closes. */
function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement;
}

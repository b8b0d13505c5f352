import { useKBar } from "kbar";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { PaletteAction } from "./palette-action.ts";
import type { ResultGroup } from "./result-groups.ts";

interface ResultKeys {
  /** What the list on screen was found by. */
  search: string;
  find: (search: string) => readonly ResultGroup[];
  perform: (action: PaletteAction) => void;
}

/**
 * The arrow keys choose among the results, Enter performs the chosen one; every new search begins at its first result.
 * The keys go by what the field says at their moment: on a busy machine the list and kbar's state come later.
 */
export function useResultKeys({ search, find, perform }: ResultKeys) {
  const { query } = useKBar();
  const [choice, setChoice] = useState({ search: "", index: 0 });
  const latest = useRef({ find, perform, choice });
  useEffect(() => {
    Object.assign(latest.current, { find, perform });
  });
  const chooseIn = useCallback((typed: string, index: number) => {
    latest.current.choice = { search: typed, index };
    setChoice(latest.current.choice);
  }, []);

  // Gone together with the field that it reads.
  useLayoutEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      const typed = query.getInput().value;
      const { choice, find, perform } = latest.current;
      const rows = find(typed).flatMap((group) => group.actions);
      const last = rows.length - 1;
      const index = choice.search === typed ? choice.index : 0;
      const chosen = rows[index];
      if (event.key === "ArrowDown" && chosen) chooseIn(typed, index === last ? 0 : index + 1);
      else if (event.key === "ArrowUp" && chosen) chooseIn(typed, index === 0 ? last : index - 1);
      else if (event.key === "Enter" && chosen && isField(event.target)) perform(chosen);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("keydown", handle, { capture: true });
    return () => window.removeEventListener("keydown", handle, { capture: true });
  }, [query, chooseIn]);

  return {
    activeIndex: choice.search === search ? choice.index : 0,
    choose: (index: number) => chooseIn(search, index),
  };
}

/** Enter on the close button closes. */
function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement;
}

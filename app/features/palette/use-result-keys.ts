import { useKBar } from "kbar";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { PaletteRow } from "../../lib/palette-action.ts";

interface ResultKeys {
  /** What the list on screen was found by. */
  search: string;
  rows: readonly PaletteRow[];
  find: (search: string) => readonly PaletteRow[];
  /** Whether the server has said what it finds for this text. */
  stateOf: (search: string) => "pending" | "answered" | "failed";
  perform: (row: PaletteRow) => void;
}

interface Choice {
  search: string;
  /** Undefined means the first row, whichever that is. */
  id: string | undefined;
  /** Enter was pressed before the answer came. */
  isDecided?: true;
}

/**
 * The arrow keys choose among the results, Enter performs the chosen one; every new search begins at its first result.
 * The keys go by what the field says at their moment: on a busy machine the list and kbar's state come later. Enter
 * waits for the answer to what was typed, unless a row was chosen or an action is meant, which is there at once.
 */
export function useResultKeys({ search, rows, find, stateOf, perform }: ResultKeys) {
  const { query } = useKBar();
  const [choice, setChoice] = useState<Choice>({ search: "", id: undefined });
  const latest = useRef({ find, stateOf, perform, choice });
  useEffect(() => {
    Object.assign(latest.current, { find, stateOf, perform });
  });
  const choose = useCallback((next: Choice) => {
    latest.current.choice = next;
    setChoice(next);
  }, []);

  // Gone together with the field that it reads.
  useLayoutEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      const typed = query.getInput().value;
      const { choice, find, stateOf, perform } = latest.current;
      const rows = find(typed);
      const id = choice.search === typed ? choice.id : undefined;
      const index = indexOf(rows, id);
      const last = rows.length - 1;
      const move = (to: number) => choose({ search: typed, id: rows[to]?.id });
      if (event.key === "ArrowDown" && last >= 0) move(index === last ? 0 : index + 1);
      else if (event.key === "ArrowUp" && last >= 0) move(index === 0 ? last : index - 1);
      else if (event.key === "Enter" && isField(event.target)) {
        const chosen = rows[index];
        const isPending = stateOf(typed) === "pending";
        if (chosen && (id !== undefined || isAction(chosen) || !isPending)) perform(chosen);
        else if (isPending) choose({ search: typed, id: undefined, isDecided: true });
      } else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("keydown", handle, { capture: true });
    return () => window.removeEventListener("keydown", handle, { capture: true });
  }, [query, choose]);

  const decided = choice.isDecided && choice.search === search ? stateOf(search) : "pending";
  useEffect(() => {
    if (decided === "pending") return;
    choose({ search, id: undefined });
    if (decided === "answered" && rows[0]) latest.current.perform(rows[0]);
  }, [decided, search, rows, choose]);

  return {
    activeIndex: indexOf(rows, choice.search === search ? choice.id : undefined),
    choose: (row: PaletteRow) => choose({ search, id: row.id }),
  };
}

function indexOf(rows: readonly PaletteRow[], id: string | undefined): number {
  return Math.max(
    rows.findIndex((row) => row.id === id),
    0,
  );
}

/** Actions are known without asking; the ids of records carry their type. */
function isAction({ id }: PaletteRow): boolean {
  return !id.includes(":");
}

/** Enter on the close button closes. */
function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement;
}

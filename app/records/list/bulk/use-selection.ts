import { useCallback, useMemo, useRef, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../../lib/use-isomorphic-layout-effect.ts";
import {
  everythingSelected,
  isSelected,
  nothingSelected,
  pageState,
  rangeOf,
  type Selection,
  withSelected,
} from "./selection.ts";

export interface SelectionControls {
  selection: Selection;
  page: "all" | "some" | "none";
  /** With `range` everything between the last toggled row and this one follows. */
  toggle: (id: string, range?: boolean) => void;
  togglePage: () => void;
  selectEverything: () => void;
  clear: () => void;
}

interface Selecting {
  selection: Selection;
  /** The row toggled last, where a range begins. */
  anchor?: string;
}

const nothing: Selecting = { selection: nothingSelected };

/** The selected rows of a list. They stay over paging, sorting and refreshing, and go when other records are meant. */
export function useSelection(pageIds: readonly string[], scopeKey: string): SelectionControls {
  const [{ selection }, setSelecting] = useState(nothing);
  const [scope, setScope] = useState(scopeKey);
  if (scope !== scopeKey) {
    setScope(scopeKey);
    setSelecting(nothing);
  }
  const latest = useRef(pageIds);
  // Rows are drawn in between other things: a press on them must not come before it is known which they are.
  useIsomorphicLayoutEffect(() => {
    latest.current = pageIds;
  });

  const toggle = useCallback((id: string, range = false) => {
    const ids = latest.current;
    setSelecting(({ selection, anchor }) => ({
      selection: withSelected(selection, range ? rangeOf(ids, anchor, id) : [id], !isSelected(selection, id), ids),
      anchor: id,
    }));
  }, []);
  const togglePage = useCallback(() => {
    const ids = latest.current;
    setSelecting(({ selection }) => ({
      selection: withSelected(selection, ids, pageState(selection, ids) !== "all", ids),
    }));
  }, []);
  const selectEverything = useCallback(() => setSelecting({ selection: everythingSelected }), []);
  const clear = useCallback(() => setSelecting(nothing), []);
  const page = useMemo(() => pageState(selection, pageIds), [selection, pageIds]);
  return { selection, page, toggle, togglePage, selectEverything, clear };
}

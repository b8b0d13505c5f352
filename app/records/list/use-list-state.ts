import { useSearchParams } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useRef } from "react";
import type { Declaration } from "../../../contract/records/declaration.ts";
import { type ListState, plainState, readListState, writeListState } from "../../../contract/records/list-state.ts";

export interface ListStateControl {
  state: ListState;
  /** Changes a part; everything but paging goes back to page 1. `replace` leaves no entry in the browser's history. */
  change: (next: Partial<ListState>, options?: { replace?: boolean }) => void;
  /** Takes all filters and the search away and keeps how the list looks. */
  reset: () => void;
}

/** The state of a list, which is its URL. */
export function useListState(declaration: Declaration): ListStateControl {
  const [searchParams, setSearchParams] = useSearchParams();
  const state = useMemo(() => readListState(searchParams, declaration), [searchParams, declaration]);
  const latest = useRef({ state, setSearchParams });
  useEffect(() => {
    latest.current = { state, setSearchParams };
  });
  const change = useCallback<ListStateControl["change"]>(
    (next, { replace = false } = {}) => {
      const changed = { ...latest.current.state, page: 1, ...next };
      latest.current.state = changed;
      latest.current.setSearchParams(writeListState(changed, declaration), {
        replace,
        preventScrollReset: next.page === undefined,
      });
    },
    [declaration],
  );
  const reset = useCallback(() => {
    const { search, importId, where, view } = plainState(declaration);
    change({ search, importId, where, view });
  }, [change, declaration]);
  return { state, change, reset };
}

import { useSearchParams } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useRef } from "react";
import type { Declaration } from "../../../contract/records/declaration.ts";
import { type ListState, plainState, readListState, writeListState } from "../../../contract/records/list-state.ts";

export interface ListAddress {
  state: ListState;
  /** Changes a part; everything but paging goes back to page 1. `replace` leaves no entry in the browser's history. */
  change: (next: Partial<ListState>, options?: { replace?: boolean }) => void;
  /** Takes all filters and the search away and keeps how the list looks. */
  reset: () => void;
}

/** The state of a list, which is its address. */
export function useListState(declaration: Declaration): ListAddress {
  const [address, setAddress] = useSearchParams();
  const state = useMemo(() => readListState(address, declaration), [address, declaration]);
  const latest = useRef({ state, setAddress });
  useEffect(() => {
    latest.current = { state, setAddress };
  });
  const change = useCallback<ListAddress["change"]>(
    (next, { replace = false } = {}) => {
      const changed = { ...latest.current.state, page: 1, ...next };
      latest.current.state = changed;
      latest.current.setAddress(writeListState(changed, declaration), {
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

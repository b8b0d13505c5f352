import { useCallback, useMemo } from "react";
import type { Declaration } from "../../../contract/records/declaration.ts";
import { type ListState, plainState, readListState, writeListState } from "../../../contract/records/list-state.ts";
import { useUrlParams } from "../../lib/pages/use-url-params.ts";

export interface ListStateControl {
  state: ListState;
  /** Changes a part; everything but paging goes back to page 1. `replace` leaves no entry in the browser's history. */
  change: (next: Partial<ListState>, options?: { replace?: boolean }) => void;
  /** Takes all filters and the search away and keeps how the list looks. */
  reset: () => void;
}

/** The state of a list, which is its URL. */
export function useListState(declaration: Declaration): ListStateControl {
  const { params, change: changeParams } = useUrlParams();
  const state = useMemo(() => readListState(params, declaration), [params, declaration]);
  const change = useCallback<ListStateControl["change"]>(
    (next, { replace = false } = {}) =>
      changeParams((now) => writeListState({ ...readListState(now, declaration), page: 1, ...next }, declaration), {
        replace,
        preventScrollReset: next.page === undefined,
      }),
    [changeParams, declaration],
  );
  const reset = useCallback(() => {
    const { search, importId, where, view } = plainState(declaration);
    change({ search, importId, where, view });
  }, [change, declaration]);
  return { state, change, reset };
}

import { useUrlParams } from "./use-url-params.ts";

type ParamChange = Readonly<Record<string, string | undefined>>;

/** The state of a list in its URL, and a way to change some of it; every change but paging goes back to page 1. */
export function useFilterParams({ replaces = false } = {}) {
  const { params, change } = useUrlParams();
  return {
    searchParams: params,
    change: (next: ParamChange) =>
      change((now) => withParams(now, { page: undefined, ...next }), {
        replace: replaces && !("page" in next),
        preventScrollReset: true,
      }),
    reset: () => change(() => new URLSearchParams(), { preventScrollReset: true }),
  };
}

/** The params with some of them set; what is empty is taken away. */
export function withParams(params: URLSearchParams, next: ParamChange): URLSearchParams {
  const changed = new URLSearchParams(params);
  for (const [name, value] of Object.entries(next)) {
    if (value) changed.set(name, value);
    else changed.delete(name);
  }
  return changed;
}

/** The page that a URL names, the first where it names none. */
export function pageOf(searchParams: URLSearchParams, maxPage: number): number {
  const page = Number(searchParams.get("page") ?? 1);
  return Number.isInteger(page) && page > 0 && page <= maxPage ? page : 1;
}

import { useSearchParams } from "@remix-run/react";

type ParamChange = Readonly<Record<string, string | undefined>>;

/** The state of a list in its URL, and a way to change some of it; every change but paging goes back to page 1. */
export function useFilterParams({ replaces = false } = {}) {
  const [searchParams, setSearchParams] = useSearchParams();
  const change = (next: ParamChange) =>
    setSearchParams(
      (now) => {
        const changed = new URLSearchParams(now);
        if (!("page" in next)) changed.delete("page");
        for (const [name, value] of Object.entries(next)) {
          if (value) changed.set(name, value);
          else changed.delete(name);
        }
        return changed;
      },
      { replace: replaces && !("page" in next), preventScrollReset: true },
    );
  return { searchParams, change, reset: () => setSearchParams({}, { preventScrollReset: true }) };
}

/** The page that a URL names, the first where it names none. */
export function pageOf(searchParams: URLSearchParams, maxPage: number): number {
  const page = Number(searchParams.get("page") ?? 1);
  return Number.isInteger(page) && page > 0 && page <= maxPage ? page : 1;
}

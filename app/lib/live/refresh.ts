import type { InvalidateQueryFilters, QueryClient, QueryKey } from "@tanstack/react-query";
import type { Feature } from "../../../contract/live/live-events.ts";
import { isOneOf } from "../../../contract/narrowing.ts";

interface Count {
  totalItems: number;
  totalPages: number;
}

/** Refetches what is on screen of the given features. The unread badge counts by events and is left alone. */
export function refresh(queryClient: QueryClient, features: readonly Feature[] | "everything"): void {
  if (features === "everything") reread(queryClient, {});
  else {
    const isMeant = ({ queryKey }: { queryKey: QueryKey }) =>
      isOneOf(features, pathOf(queryKey)[0]) && !isBadgeQuery(queryKey);
    reread(queryClient, { predicate: isMeant });
  }
}

/** Adds to the unread badge without a request; nothing happens while no badge has been loaded. */
export function countUp(queryClient: QueryClient, by: number): void {
  queryClient.setQueriesData<Count>(
    { predicate: ({ queryKey }) => isBadgeQuery(queryKey) },
    (count) => count && { ...count, totalItems: count.totalItems + by, totalPages: count.totalPages + by },
  );
}

/** Asks the server for the unread count anew; nothing happens while no badge is shown. */
export function rereadBadge(queryClient: QueryClient): void {
  reread(queryClient, { predicate: ({ queryKey }) => isBadgeQuery(queryKey) });
}

/**
 * Marks queries as stale and refetches those on screen. React Query leaves a first fetch that is under way alone, but its
 * answer may be older than what has just happened: such a query is fetched once more when it has its answer.
 */
function reread(queryClient: QueryClient, filters: InvalidateQueryFilters): void {
  const underWay = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" });
  const firsts = underWay.filter(({ state }) => state.data === undefined);
  void queryClient.invalidateQueries(filters);
  for (const query of firsts) {
    const again = () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    void query.promise?.then(again, () => undefined);
  }
}

/** The badge is `notification.list` with limit 1, where totalPages is the count (spec section 9). */
function isBadgeQuery(queryKey: QueryKey): boolean {
  const { input } = (queryKey[1] ?? {}) as { input?: { limit?: number } };
  return pathOf(queryKey).join(".") === "notification.list" && input?.limit === 1;
}

/** A tRPC query's path, such as ["notification", "list"]. */
function pathOf(queryKey: QueryKey): readonly unknown[] {
  return Array.isArray(queryKey[0]) ? queryKey[0] : [];
}

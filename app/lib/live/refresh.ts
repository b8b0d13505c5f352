import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Feature } from "../../../contract/live/live-events.ts";
import { isOneOf } from "../../../contract/narrowing.ts";

interface Count {
  totalItems: number;
  totalPages: number;
}

/** Refetches what is on screen of the given features. The unread badge counts by events and is left alone. */
export function refresh(queryClient: QueryClient, features: readonly Feature[] | "everything"): void {
  if (features === "everything") void queryClient.invalidateQueries();
  else {
    const isMeant = ({ queryKey }: { queryKey: QueryKey }) =>
      isOneOf(features, pathOf(queryKey)[0]) && !isBadgeQuery(queryKey);
    void queryClient.invalidateQueries({ predicate: isMeant });
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
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isBadgeQuery(queryKey) });
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

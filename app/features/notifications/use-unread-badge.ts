import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useSession } from "../../lib/people/session.tsx";

/** „3 ungelesen“, as the names of bell and tab say it. */
export function unreadSentence(count: number): string {
  return count === 0 ? "keine ungelesen" : `${count} ungelesen`;
}

/** What the badge asks for. */
export function unreadInput(forUserId: string) {
  return { limit: 1, where: { forUserId, read: false } };
}

/** The unread count of the signed-in person: `totalPages` of pages of one (spec section 9). */
export function useUnreadBadge() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data: session } = useSession();
  const forUserId = session?.user.id ?? "";
  const options = useMemo(() => trpc.notification.list.queryOptions(unreadInput(forUserId)), [trpc, forUserId]);
  const { data, isSuccess, isError } = useQuery({ ...options, enabled: forUserId !== "" });
  return {
    count: data?.totalPages ?? 0,
    isKnown: isSuccess,
    isError,
    /** Counts up without asking the server; nothing happens before the first answer is there. */
    increment: useCallback(
      (by: number) => {
        queryClient.setQueryData(
          options.queryKey,
          (page) => page && { ...page, totalItems: page.totalItems + by, totalPages: page.totalPages + by },
        );
      },
      [queryClient, options],
    ),
    refetch: useCallback(
      () => queryClient.invalidateQueries({ queryKey: options.queryKey, exact: true }),
      [queryClient, options],
    ),
  };
}

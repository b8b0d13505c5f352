import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Snooze } from "../../../contract/notifications/notifications.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { showToast } from "../../lib/dialogs/toasts.ts";
import { useUnreadBadge } from "./use-unread-badge.ts";

const panelSize = 10;
const retries = 2;

/** The list behind the panel while it is open: what it shows becomes read, what is deleted vanishes at once. */
export function useNotificationPanel(forUserId: string) {
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const list = useQuery({
    ...trpc.notification.list.queryOptions({ limit: panelSize, where: { forUserId } }),
    gcTime: 0,
    staleTime: 0,
    retry: retries,
  });
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const hide = (id: string) => setRemoved((ids) => new Set(ids).add(id));
  const showAgain = (id: string) => setRemoved((ids) => new Set([...ids].filter((other) => other !== id)));
  const rows = useMemo(() => (list.data?.data ?? []).filter((row) => !removed.has(row.id)), [list.data, removed]);
  const arrivedUnread = useMarkAsRead(rows);
  const further = useFurtherUnread(list.data?.data);
  useBadgeOfAllRead(list.isSuccess && rows.every((row) => row.read));

  const deletion = useMutation(
    trpc.notification.delete.mutationOptions({
      onMutate: ({ id }) => hide(id),
      onError: (error, { id }) => {
        showAgain(id);
        fail("notification-delete", error);
      },
      onSettled: () => invalidate(["notification"]),
    }),
  );

  const snoozing = useMutation(
    trpc.notification.snooze.mutationOptions({
      onMutate: ({ id }) => hide(id),
      onError: (error) => fail("notification-snooze", error),
      // It may come back while the panel is open.
      onSettled: async (_row, _error, { id }) => {
        await invalidate(["notification"]);
        showAgain(id);
      },
    }),
  );
  const emptying = useMutation(
    trpc.notification.deleteAll.mutationOptions({
      onError: (error) => fail("notification-delete", error),
      onSettled: () => invalidate(["notification"]),
    }),
  );

  return {
    rows,
    further,
    isLoading: list.isPending,
    error: list.error,
    isRetrying: list.isFetching,
    retry: () => void list.refetch(),
    remove: (id: string) => deletion.mutate({ id }),
    snooze: (id: string, until: Snooze) => snoozing.mutate({ id, until }),
    removeAll: () => emptying.mutate({}),
    isEmptying: emptying.isPending,
    /** Whether a row was unread when the panel first showed it. */
    isNew: (row: { id: string; read: boolean }) => !row.read || arrivedUnread.has(row.id),
  };
}

/** Marks every row that is shown unread, once each; returns the ids of all that were. */
function useMarkAsRead(rows: readonly { id: string; read: boolean }[]): ReadonlySet<string> {
  const trpc = useTRPC();
  const badge = useUnreadBadge();
  const { mutateAsync } = useMutation(trpc.notification.update.mutationOptions());
  const { current: marked } = useRef(new Set<string>());
  const { refetch } = badge;

  useEffect(() => {
    const fresh = rows.filter((row) => !row.read && !marked.has(row.id));
    if (fresh.length === 0) return;
    for (const { id } of fresh) marked.add(id);
    const calls = fresh.map(({ id }) =>
      mutateAsync({ params: { id }, body: { read: true } }).catch((error) => fail("notification-update", error)),
    );
    void Promise.all(calls).then(refetch);
  }, [rows, marked, mutateAsync, refetch]);
  return marked;
}

/** How many were unread beyond those that the panel showed when it opened; they are in the history. */
function useFurtherUnread(rows: readonly { read: boolean }[] | undefined): number {
  const { count, isKnown } = useUnreadBadge();
  const [further, setFurther] = useState<number>();
  if (further === undefined && rows && isKnown) setFurther(Math.max(0, count - rows.filter((row) => !row.read).length));
  return further ?? 0;
}

/** Another tab may have read what this one still counts. */
function useBadgeOfAllRead(isAllRead: boolean): void {
  const { refetch } = useUnreadBadge();
  useEffect(() => {
    if (isAllRead) void refetch();
  }, [isAllRead, refetch]);
}

/** One red toast for each kind of failure, however many rows it hits. */
function fail(id: string, error: unknown): void {
  const message = problemOf(error)?.message ?? "Der Server antwortet nicht.";
  showToast({ id, tone: "error", title: "Fehler!", message, autoCloseMs: false });
}

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { listenToLiveEvents } from "../../lib/live/live-store.ts";

const delayMs = 1000;
/** Many readers of one message do not ask for their lists all at once. */
const maxJitterMs = 1500;

let timer: ReturnType<typeof setTimeout> | undefined;
let listeners = 0;
let stop: (() => void) | undefined;

/** Lets lists and counts of chats follow what is written, a moment later and not once for every message. */
export function useChatInvalidation(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    listeners += 1;
    stop ??= listenToLiveEvents(({ event }) => {
      if (event === "chatMessage") invalidateChatsSoon(queryClient, delayMs + Math.random() * maxJitterMs);
    });
    return () => {
      listeners -= 1;
      if (listeners > 0) return;
      stop?.();
      stop = undefined;
      clearTimeout(timer);
      timer = undefined;
    };
  }, [queryClient]);
}

/** Refreshes the lists and counts on screen in a moment, as after a message of one's own. */
export function invalidateChatsSoon(queryClient: QueryClient, afterMs = delayMs): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    for (const procedure of ["list", "countUnread"])
      void queryClient.invalidateQueries({ queryKey: [["chat", procedure]] });
  }, afterMs);
}

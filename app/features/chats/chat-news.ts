import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { listenToLiveEvents } from "../../lib/live/live-store.ts";

const restMs = 1000;
/** Many readers of one message do not ask for their lists all at once. */
const spreadMs = 1500;

let timer: ReturnType<typeof setTimeout> | undefined;
let listeners = 0;
let stop: (() => void) | undefined;

/** Lets lists and counts of chats follow what is written, a moment later and not once for every message. */
export function useChatNews(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    listeners += 1;
    stop ??= listenToLiveEvents(({ event }) => {
      if (event === "chatMessage") tellChatNews(queryClient, restMs + Math.random() * spreadMs);
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
export function tellChatNews(queryClient: QueryClient, afterMs = restMs): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    for (const procedure of ["list", "countUnread"])
      void queryClient.invalidateQueries({ queryKey: [["chat", procedure]] });
  }, afterMs);
}

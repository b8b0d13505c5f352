import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ChatDetails } from "../../../../contract/chats/chats.ts";
import { useTRPC, useTRPCClient } from "../../../lib/api/trpc.tsx";
import { invalidateChatsSoon } from "../use-chat-invalidation.ts";
import type { MessageLog } from "./message-log.ts";

const delayMs = 500;
const isWatching = () => document.visibilityState === "visible" && document.hasFocus();

/**
 * How far this person has read: what was new when the chat was opened, or came while they were away, stands below
 * „Neu“; what they have on screen while the window has the focus counts as read.
 */
export function useReading(chat: ChatDetails, log: MessageLog) {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [newFrom, setNewFrom] = useState(() => firstNew(chat));
  const read = useRef(chat.readNumber);
  const seen = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>();

  const mark = useCallback(async () => {
    timer.current = undefined;
    const number = seen.current;
    if (number <= read.current || !isWatching()) return;
    read.current = number;
    try {
      await client.chat.markRead.mutate({ id: chat.id, number });
    } catch {
      read.current = Math.min(read.current, number - 1);
      return;
    }
    queryClient.setQueryData(trpc.chat.get.queryKey({ id: chat.id }), (now: ChatDetails | undefined) =>
      now && number >= now.readNumber ? { ...now, readNumber: number, unread: Math.max(0, log.count - number) } : now,
    );
    invalidateChatsSoon(queryClient);
  }, [client, queryClient, trpc, chat.id, log]);

  const markSoon = useCallback(() => {
    timer.current ??= setTimeout(() => void mark(), delayMs);
  }, [mark]);

  useEffect(() => {
    window.addEventListener("focus", markSoon);
    document.addEventListener("visibilitychange", markSoon);
    return () => {
      window.removeEventListener("focus", markSoon);
      document.removeEventListener("visibilitychange", markSoon);
      if (timer.current === undefined) return;
      // Whoever leaves has seen what was there.
      clearTimeout(timer.current);
      void mark();
    };
  }, [markSoon, mark]);

  return {
    /** The number with which the new ones begin. */
    newFrom,
    /** Told the last message that is on screen. */
    show: useCallback(
      (number: number) => {
        seen.current = Math.max(seen.current, number);
        if (number > read.current) markSoon();
      },
      [markSoon],
    ),
    /** Told of a message of somebody else that has just come. */
    arrive: useCallback((number: number) => {
      if (!isWatching()) setNewFrom((now) => (now === undefined || now <= read.current ? number : now));
    }, []),
    /** Whoever answers has read what stood before. */
    answer: useCallback(() => setNewFrom(undefined), []),
  };
}

function firstNew({ readNumber, messageCount, unread }: ChatDetails): number | undefined {
  return readNumber > 0 && unread > 0 && readNumber < messageCount ? readNumber + 1 : undefined;
}

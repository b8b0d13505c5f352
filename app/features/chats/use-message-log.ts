import { useEffect, useState } from "react";
import type { LivePayload } from "../../../contract/live/live-events.ts";
import { useTRPCClient } from "../../lib/api/trpc.tsx";
import { listenToLiveEvents, useLiveState } from "../../lib/live/live-store.ts";
import { useStore } from "../../lib/store.ts";
import { MessageLog } from "./message-log.ts";

const batchMs = 250;
/** About as many as fit on a tall screen. */
const shownAtMost = 60;

/** The messages of a chat, which follow what others write: only what is new or changed is read. */
export function useMessageLog(chatId: string, onChange: () => void): MessageLog {
  const client = useTRPCClient();
  const [log] = useState(() => new MessageLog((input) => client.chat.messages.query({ chatId, ...input })));
  useStore({ read: () => log.version, readOnServer: () => 0, subscribe: log.subscribe });

  useEffect(() => {
    const changed = new Set<number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      const before = log.count;
      const numbers = [...changed];
      changed.clear();
      log.grow(Math.max(before, ...numbers));
      void log.want(before + 1, log.count);
      for (const number of numbers) if (number <= before) void log.renew(number);
      if (numbers.some((number) => number <= before)) onChange();
    };
    const stop = listenToLiveEvents(({ event, payload }) => {
      if (event !== "chatMessage") return;
      const { chat, number } = payload as LivePayload<"chatMessage">;
      if (chat.id !== chatId) return;
      changed.add(number);
      timer ??= setTimeout(read, batchMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [chatId, log, onChange]);

  return log;
}

/** Reads again what is on screen once the connection is back: what was changed meanwhile was not heard. */
export function useCatchUp(log: MessageLog, shown: () => { first: number; last: number }): void {
  const isOnline = useLiveState() === "online";
  const [wasAway, setWasAway] = useState(false);
  useEffect(() => {
    if (!isOnline) return setWasAway(log.count > 0);
    if (!wasAway) return;
    setWasAway(false);
    const { first, last } = shown();
    void log.renewAround(Math.min(first, last - shownAtMost), last);
  }, [isOnline, wasAway, log, shown]);
}

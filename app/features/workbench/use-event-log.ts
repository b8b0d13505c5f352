import { useCallback, useEffect, useRef, useState } from "react";
import { listenToLiveEvents, type ReceivedEvent } from "../../lib/live/live-store.ts";

export interface LogEntry extends ReceivedEvent {
  order: number;
}

const maxEntries = 200;

/** The events since the page was opened, newest first. While it is paused they wait aside. */
export function useEventLog() {
  const [entries, setEntries] = useState<readonly LogEntry[]>([]);
  const [waiting, setWaiting] = useState<readonly LogEntry[]>([]);
  const [isPaused, setPaused] = useState(false);
  const paused = useRef(isPaused);
  const order = useRef(0);

  useEffect(
    () =>
      listenToLiveEvents((received) => {
        order.current += 1;
        const entry = { ...received, order: order.current };
        const add = (before: readonly LogEntry[]) => [entry, ...before].slice(0, maxEntries);
        if (paused.current) setWaiting(add);
        else setEntries(add);
      }),
    [],
  );

  const pause = useCallback(() => {
    paused.current = true;
    setPaused(true);
  }, []);

  const resume = () => {
    paused.current = false;
    setPaused(false);
    setEntries((before) => [...waiting, ...before].slice(0, maxEntries));
    setWaiting([]);
  };

  const clear = useCallback(() => {
    setEntries([]);
    setWaiting([]);
  }, []);

  return { entries, waiting: waiting.length, isPaused, pause, resume, clear };
}

import { useEffect, useRef, useState } from "react";
import type { LivePayload } from "../../../contract/live/live-events.ts";
import { useTRPCClient } from "../../lib/api/trpc.tsx";
import { listenToLiveEvents } from "../../lib/live/live-store.ts";

const shownMs = 6000;
const saidEveryMs = 3000;

export interface TypingPerson {
  id: string;
  name: string;
}

/** Who is writing in a chat at this moment. */
export function useTypists(chatId: string): { typists: readonly TypingPerson[]; hasWritten: (id: string) => void } {
  const [typists, setTypists] = useState<readonly TypingPerson[]>([]);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    const leave = (id: string) => setTypists((now) => now.filter((person) => person.id !== id));
    const stop = listenToLiveEvents(({ event, payload }) => {
      if (event !== "chatTyping") return;
      const { chat, user } = payload as LivePayload<"chatTyping">;
      if (chat.id !== chatId) return;
      clearTimeout(running.get(user.id));
      running.set(
        user.id,
        setTimeout(() => leave(user.id), shownMs),
      );
      setTypists((now) => (now.some(({ id }) => id === user.id) ? now : [...now, user]));
    });
    return () => {
      stop();
      for (const timer of running.values()) clearTimeout(timer);
      running.clear();
    };
  }, [chatId]);
  return {
    typists,
    hasWritten: (id) =>
      setTypists((now) => (now.some((person) => person.id === id) ? now.filter((p) => p.id !== id) : now)),
  };
}

/** „Timo schreibt …“ */
export function typingSentence(people: readonly TypingPerson[]): string {
  const names = people.map(({ name }) => name.split(" ")[0]);
  if (names.length === 0) return "";
  if (names.length === 1) return `${names[0]} schreibt …`;
  if (names.length === 2) return `${names[0]} und ${names[1]} schreiben …`;
  return `${names[0]} und ${names.length - 1} weitere schreiben …`;
}

/** Lets the others see that this person is writing; `say` may be called with every key, it says so at times. */
export function useSayTyping(chatId: string): { say: () => void; end: () => void } {
  const client = useTRPCClient();
  const said = useRef(0);
  return {
    say() {
      const now = Date.now();
      if (now - said.current < saidEveryMs || !navigator.onLine) return;
      said.current = now;
      // Nobody misses a sign that did not come through.
      client.chat.typing.mutate({ id: chatId }).catch(() => undefined);
    },
    /** What was written is sent: whoever writes on is writing again. */
    end() {
      said.current = 0;
    },
  };
}

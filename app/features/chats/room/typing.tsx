import { useEffect, useRef, useState } from "react";
import type { LivePayload } from "../../../../contract/live/live-events.ts";
import { useTRPCClient } from "../../../lib/api/trpc.tsx";
import { listenToLiveEvents } from "../../../lib/live/live-store.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import type { MessageLog } from "./message-log.ts";

/** „Timo schreibt …“, until what Timo wrote is there. */
export function TypingIndicator({ chatId, log }: { chatId: string; log: MessageLog }) {
  const { typists, removeTypist } = useTypists(chatId);
  const count = useRef(log.count);
  const now = log.count;
  useEffect(() => {
    for (let number = count.current + 1; number <= now; number += 1) {
      const author = log.at(number)?.author.id;
      if (!author) return;
      removeTypist(author);
      count.current = number;
    }
  });
  const [first] = typists;
  if (!first) return null;
  return (
    <div className="relative flex-none">
      <p className="absolute inset-x-0 bottom-0 flex h-7 items-center gap-[9px] bg-surface px-5 text-meta text-text-2 max-md:px-4">
        <Avatar personId={first.id} name={first.name} size={20} aria-hidden="true" />
        <span className="min-w-0 truncate">{typingSentence(typists)}</span>
      </p>
    </div>
  );
}

const visibleMs = 6000;
const signalEveryMs = 3000;

interface TypingPerson {
  id: string;
  name: string;
}

/** Who is writing in a chat at this moment. */
function useTypists(chatId: string): { typists: readonly TypingPerson[]; removeTypist: (id: string) => void } {
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
        setTimeout(() => leave(user.id), visibleMs),
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
    removeTypist: (id) =>
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
export function useTypingSignal(chatId: string): { signal: () => void; end: () => void } {
  const client = useTRPCClient();
  const signalledAt = useRef(0);
  return {
    signal() {
      const now = Date.now();
      if (now - signalledAt.current < signalEveryMs || !navigator.onLine) return;
      signalledAt.current = now;
      // Nobody misses a sign that did not come through.
      client.chat.typing.mutate({ id: chatId }).catch(() => undefined);
    },
    /** What was written is sent: whoever writes on is writing again. */
    end() {
      signalledAt.current = 0;
    },
  };
}

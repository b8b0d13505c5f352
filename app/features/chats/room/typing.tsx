import { useEffect, useRef, useState } from "react";
import type { LivePayload } from "../../../../contract/live/live-events.ts";
import { useTRPCClient } from "../../../lib/api/trpc.tsx";
import { listenToLiveEvents } from "../../../lib/live/live-store.ts";
import { newClientId } from "../../../lib/new-client-id.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import type { MessageLog } from "./message-log.ts";

/** „Timo schreibt …“, until what Timo wrote is there. */
export function TypingIndicator({ chatId, log }: { chatId: string; log: MessageLog }) {
  const typists = useTypists(chatId).filter(({ clientId }) => !log.has(clientId));
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

/** Who is writing in a chat at this moment, and what: a message is named before it is sent. */
function useTypists(chatId: string): readonly (TypingPerson & { clientId: string })[] {
  const [typists, setTypists] = useState<ReturnType<typeof useTypists>>([]);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    const leave = (id: string) => setTypists((now) => now.filter((person) => person.id !== id));
    const stop = listenToLiveEvents(({ event, payload }) => {
      if (event !== "chatTyping") return;
      const { chat, user, message } = payload as LivePayload<"chatTyping">;
      if (chat.id !== chatId) return;
      clearTimeout(running.get(user.id));
      running.set(
        user.id,
        setTimeout(() => leave(user.id), visibleMs),
      );
      const typist = { ...user, clientId: message.clientId };
      setTypists((now) =>
        now.some(({ id }) => id === user.id)
          ? now.map((person) => (person.id === user.id ? typist : person))
          : [...now, typist],
      );
    });
    return () => {
      stop();
      for (const timer of running.values()) clearTimeout(timer);
      running.clear();
    };
  }, [chatId]);
  return typists;
}

/** „Timo schreibt …“ */
export function typingSentence(people: readonly TypingPerson[]): string {
  const names = people.map(({ name }) => name.split(" ")[0]);
  if (names.length === 0) return "";
  if (names.length === 1) return `${names[0]} schreibt …`;
  if (names.length === 2) return `${names[0]} und ${names[1]} schreiben …`;
  return `${names[0]} und ${names.length - 1} weitere schreiben …`;
}

/**
 * Lets the others see that this person is writing; `signal` may be called with every key, it says so at times. `end`
 * answers the name of what was written, under which it is sent.
 */
export function useTypingSignal(chatId: string): { signal: () => void; end: () => string } {
  const client = useTRPCClient();
  const signalledAt = useRef(0);
  const clientId = useRef<string>(undefined);
  return {
    signal() {
      const now = Date.now();
      if (now - signalledAt.current < signalEveryMs || !navigator.onLine) return;
      signalledAt.current = now;
      clientId.current ??= newClientId();
      // Nobody misses a signal that did not come through.
      client.chat.typing.mutate({ id: chatId, clientId: clientId.current }).catch(() => undefined);
    },
    end() {
      const sentAs = clientId.current ?? newClientId();
      clientId.current = undefined;
      // Whoever writes on is writing again.
      signalledAt.current = 0;
      return sentAs;
    },
  };
}

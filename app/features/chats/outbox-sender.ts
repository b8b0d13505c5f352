import type { TRPCClient } from "@trpc/client";
import type { ChatMessage } from "../../../contract/chats/chats.ts";
import type { ProblemCode } from "../../../contract/problems.ts";
import type { AppRouter } from "../../../server/trpc/router.ts";
import { problemOf } from "../../lib/api/trpc.tsx";
import { changeOutgoing, discardOutgoing, type OutgoingMessage, onOutboxChange, readOutbox } from "./outbox.ts";

interface SenderOptions {
  personId: string;
  send: (message: OutgoingMessage) => Promise<ChatMessage>;
  onSent?: (chatId: string, message: ChatMessage) => void;
  /** Lets one tab send at a time; the server would not write a message twice, but need not be asked twice. */
  inTurn?: (work: () => Promise<void>) => Promise<void>;
}

const firstWaitMs = 2000;
const longestWaitMs = 30_000;
/** Answers that the next try may not get: they say nothing about the message. */
const passing = new Set<string>(["unauthenticated", "unavailable", "full"] satisfies ProblemCode[]);

/** Sends what waits in a person's outbox, in its order and as soon as it can; returns how to stop. */
export function startSender({ personId, send, onSent, inTurn = lockOf(personId) }: SenderOptions): () => void {
  let isOver = false;
  let isSending = false;
  let isAskedAgain = false;
  let waitMs = firstWaitMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const next = () => (isOver ? undefined : readOutbox(personId).find(({ problem }) => problem === undefined));

  async function sendAll(): Promise<void> {
    for (let message = next(); message; message = next()) {
      try {
        const sent = await send(message);
        onSent?.(message.chatId, sent);
        discardOutgoing(personId, message.clientId);
        waitMs = firstWaitMs;
      } catch (error) {
        const problem = problemOf(error);
        if (!problem || passing.has(problem.problem ?? "")) return tryLater();
        changeOutgoing(personId, message.clientId, { problem: problem.message });
      }
    }
  }

  function tryLater(): void {
    clearTimeout(timer);
    if (isOver) return;
    timer = setTimeout(wake, waitMs);
    waitMs = Math.min(waitMs * 2, longestWaitMs);
  }

  async function wake(): Promise<void> {
    if (isSending) {
      isAskedAgain = true;
      return;
    }
    clearTimeout(timer);
    if (!next() || !navigator.onLine) return;
    isSending = true;
    isAskedAgain = false;
    await inTurn(sendAll).catch(() => undefined);
    isSending = false;
    if (isAskedAgain) void wake();
  }

  const wakeSoon = () => void wake();
  const comeBack = () => {
    waitMs = firstWaitMs;
    void wake();
  };
  const stopListening = onOutboxChange(wakeSoon);
  window.addEventListener("online", comeBack);
  window.addEventListener("focus", comeBack);
  void wake();
  return () => {
    isOver = true;
    clearTimeout(timer);
    stopListening();
    window.removeEventListener("online", comeBack);
    window.removeEventListener("focus", comeBack);
  };
}

function lockOf(personId: string): NonNullable<SenderOptions["inTurn"]> {
  return async (work) => {
    // A page without TLS has no locks.
    if (navigator.locks) await navigator.locks.request(`chat-outbox:${personId}`, work);
    else await work();
  };
}

/** Sends a message through the portal's own procedure. */
export function sendThrough(client: TRPCClient<AppRouter>): SenderOptions["send"] {
  return ({ chatId, clientId, body, replyTo, files }) =>
    client.chat.send.mutate({
      ...{ chatId, clientId, body },
      ...(replyTo && { replyTo: replyTo.number }),
      fileKeys: files.map(({ key }) => key),
    });
}

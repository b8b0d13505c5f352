import type { TRPCClient } from "@trpc/client";
import type { ChatMessage } from "../../../../contract/chats/chats.ts";
import type { ProblemCode } from "../../../../contract/problems.ts";
import type { AppRouter } from "../../../../server/features/router.ts";
import { problemOf } from "../../../lib/api/trpc.tsx";
import { createEmitter } from "../../../lib/store.ts";
import { changeOutgoing, discardOutgoing, type OutgoingMessage, onOutboxChange, readOutbox } from "./outbox.ts";

interface SenderOptions {
  personId: string;
  send: (message: OutgoingMessage) => Promise<ChatMessage>;
  onSent?: (chatId: string, message: ChatMessage) => void;
  /** Lets one tab send at a time; the server would not write a message twice, but need not be asked twice. */
  withLock?: (work: () => Promise<void>) => Promise<void>;
}

const firstWaitMs = 2000;
const maxWaitMs = 30_000;
/** Answers that the next try may not get: they say nothing about the message. */
const transientProblems = new Set<string>(["unauthenticated", "unavailable", "full"] satisfies ProblemCode[]);

/** Sends what waits in a person's outbox, in its order and as soon as it can; returns how to stop. */
export function startSender({ personId, send, onSent, withLock = lockOf(personId) }: SenderOptions): () => void {
  let isStopped = false;
  let isSending = false;
  let isWakePending = false;
  let waitMs = firstWaitMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const next = () => (isStopped ? undefined : readOutbox(personId).find(({ problem }) => problem === undefined));

  async function sendAll(): Promise<void> {
    for (let message = next(); message; message = next()) {
      try {
        const sent = await send(message);
        onSent?.(message.chatId, sent);
        discardOutgoing(personId, message.clientId);
        waitMs = firstWaitMs;
      } catch (error) {
        const problem = problemOf(error);
        if (!problem || transientProblems.has(problem.problem ?? "")) return retryLater();
        changeOutgoing(personId, message.clientId, { problem: problem.message });
      }
    }
  }

  function retryLater(): void {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(wake, waitMs);
    waitMs = Math.min(waitMs * 2, maxWaitMs);
  }

  async function wake(): Promise<void> {
    if (isSending) {
      isWakePending = true;
      return;
    }
    clearTimeout(timer);
    if (!next() || !navigator.onLine) return;
    isSending = true;
    isWakePending = false;
    await withLock(sendAll).catch(() => undefined);
    isSending = false;
    if (isWakePending) void wake();
  }

  const wakeSoon = () => void wake();
  const retryNow = () => {
    waitMs = firstWaitMs;
    void wake();
  };
  const stopListening = onOutboxChange(wakeSoon);
  window.addEventListener("online", retryNow);
  window.addEventListener("focus", retryNow);
  void wake();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stopListening();
    window.removeEventListener("online", retryNow);
    window.removeEventListener("focus", retryNow);
  };
}

function lockOf(personId: string): NonNullable<SenderOptions["withLock"]> {
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
      chatId,
      clientId,
      body,
      ...(replyTo && { replyTo: replyTo.number }),
      fileKeys: files.map(({ key }) => key),
    });
}

type SentListener = (chatId: string, message: ChatMessage) => void;

const sentMessages = createEmitter<Parameters<SentListener>>();
let running: { personId: string; stop: () => void } | undefined;

/** Sends this person's outbox from here on, whatever page of the portal they go to. */
export function ensureSending(personId: string, client: TRPCClient<AppRouter>): void {
  if (running?.personId === personId) return;
  running?.stop();
  running = { personId, stop: startSender({ personId, send: sendThrough(client), onSent: sentMessages.emit }) };
}

/** Calls back with every message that this page has sent; returns how to stop. */
export const onMessageSent = sentMessages.subscribe;

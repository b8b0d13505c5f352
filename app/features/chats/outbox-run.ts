import type { TRPCClient } from "@trpc/client";
import type { ChatMessage } from "../../../contract/chats/chats.ts";
import type { AppRouter } from "../../../server/trpc/router.ts";
import { sendThrough, startSender } from "./outbox-sender.ts";

type SentListener = (chatId: string, message: ChatMessage) => void;

const listeners = new Set<SentListener>();
let running: { personId: string; stop: () => void } | undefined;

/** Sends this person's outbox from here on, whatever page of the portal they go to. */
export function keepSending(personId: string, client: TRPCClient<AppRouter>): void {
  if (running?.personId === personId) return;
  running?.stop();
  const onSent: SentListener = (chatId, message) => {
    for (const listener of listeners) listener(chatId, message);
  };
  running = { personId, stop: startSender({ personId, send: sendThrough(client), onSent }) };
}

/** Calls back with every message that this page has sent; returns how to stop. */
export function onMessageSent(listener: SentListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

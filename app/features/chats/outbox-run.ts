import type { TRPCClient } from "@trpc/client";
import type { ChatMessage } from "../../../contract/chats/chats.ts";
import type { AppRouter } from "../../../server/trpc/router.ts";
import { createEmitter } from "../../lib/store.ts";
import { sendThrough, startSender } from "./outbox-sender.ts";

type SentListener = (chatId: string, message: ChatMessage) => void;

const sent = createEmitter<Parameters<SentListener>>();
let running: { personId: string; stop: () => void } | undefined;

/** Sends this person's outbox from here on, whatever page of the portal they go to. */
export function keepSending(personId: string, client: TRPCClient<AppRouter>): void {
  if (running?.personId === personId) return;
  running?.stop();
  running = { personId, stop: startSender({ personId, send: sendThrough(client), onSent: sent.emit }) };
}

/** Calls back with every message that this page has sent; returns how to stop. */
export const onMessageSent = sent.subscribe;

import type { ChatFile } from "../../../../contract/chats/chats.ts";
import { parseOwnJson } from "../../../../contract/narrowing.ts";
import { createEmitter, type Emitter } from "../../../lib/store.ts";

/** A message that the server has not taken yet. */
export interface OutgoingMessage {
  /** Under which it is sent, however often: the server writes it once. */
  clientId: string;
  chatId: string;
  body: string;
  /** The names of what `body` mentions, by `kind:id`. */
  mentions: Record<string, string>;
  replyTo?: { number: number; author: string; text: string };
  files: ChatFile[];
  at: string;
  /** Why the server refused it; without it, it waits to be sent. */
  problem?: string;
}

const prefix = "chat-outbox:";
const changes: Emitter = createEmitter(() => {
  const listener = ({ key }: StorageEvent) => (key === null || key.startsWith(prefix)) && changes.emit();
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
});
const noMessages: readonly OutgoingMessage[] = [];
let cached: { key: string; text: string | null; messages: readonly OutgoingMessage[] } | undefined;

/** Everything a person has written here that the server has not taken; the same list until something changes. */
export function readOutbox(personId: string): readonly OutgoingMessage[] {
  const key = prefix + personId;
  const text = stored(key);
  if (cached?.key !== key || cached.text !== text) cached = { key, text, messages: parse(text) };
  return cached.messages;
}

/** Keeps a message until it is sent; what cannot be kept over a reload is at least tried by this page. */
export function enqueue(personId: string, message: OutgoingMessage): void {
  write(personId, [...readOutbox(personId), message]);
}

export function changeOutgoing(personId: string, clientId: string, change: Partial<OutgoingMessage>): void {
  write(
    personId,
    readOutbox(personId).map((message) => (message.clientId === clientId ? { ...message, ...change } : message)),
  );
}

export function discardOutgoing(personId: string, clientId: string): void {
  write(
    personId,
    readOutbox(personId).filter((message) => message.clientId !== clientId),
  );
}

/** Forgets what was not sent, of everybody at this browser; whoever signs out leaves nothing behind. */
export function forgetOutboxes(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Without local storage nothing was kept.
  }
  changes.emit();
}

/** Calls back when the outbox changes, also in another tab; returns how to stop. */
export const onOutboxChange = changes.subscribe;

let unstored: string | null = null;

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? unstored;
  } catch {
    return unstored;
  }
}

function write(personId: string, messages: readonly OutgoingMessage[]): void {
  const text = messages.length > 0 ? JSON.stringify(messages) : null;
  unstored = null;
  try {
    if (text === null) localStorage.removeItem(prefix + personId);
    else localStorage.setItem(prefix + personId, text);
  } catch {
    unstored = text;
  }
  changes.emit();
}

function parse(text: string | null): readonly OutgoingMessage[] {
  try {
    return text === null ? noMessages : parseOwnJson(text);
  } catch {
    return noMessages;
  }
}

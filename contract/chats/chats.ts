import type { Claim } from "../claims/claims.ts";
import type { RecordKey } from "../records/record-types.ts";
import { minuteMs } from "../time/durations.ts";

export const maxChatTitleLength = 120;
export const maxMessageLength = 8000;
export const maxFilesPerMessage = 10;
/** How many messages are read at once. */
export const messagePageSize = 50;
/** How many messages go into a page of the wiki at once. */
export const maxMessagesPerSection = 100;
/** Up to this number unread messages of a chat are counted; beyond it there are just many. */
export const maxCountedUnread = 100;
/** How long an author may change or take back what they wrote; who looks after the portal may always take back. */
export const messageWindowMs = 15 * minuteMs;

export const reactionEmojis = ["✓", "👍", "❤️", "😄", "🎉", "👀"] as const;
export type ReactionEmoji = (typeof reactionEmojis)[number];

export type ChatStatus = "open" | "resolved";
export const chatScopes = { unread: "Ungelesen", mine: "Meine", all: "Alle", resolved: "Geklärt" } as const;
export type ChatScope = keyof typeof chatScopes;

export interface ChatPerson {
  id: string;
  name: string;
  image: string | null;
}

/** What a chat is about, and where it lies. */
export interface ChatTarget extends RecordKey {
  title: string;
}

export interface ChatRow {
  id: string;
  title: string;
  target: ChatTarget | null;
  status: ChatStatus;
  /** Whether it waits for an answer. */
  isQuestion: boolean;
  /** Who takes care of the question. */
  claim: Claim | null;
  createdAt: Date;
  lastMessageAt: Date;
  messageCount: number;
  /** Messages of others that this person has not seen, up to `countedUnread`. */
  unread: number;
  /** The first who wrote, at most five. */
  participants: ChatPerson[];
  /** The beginning of the last message, as plain text. */
  last: { author: string; text: string } | null;
}

export interface ChatDetails extends ChatRow {
  /** The number of the last message that this person has seen; 0 before the first. */
  readNumber: number;
  can: { write: boolean; rename: boolean; moderate: boolean };
}

export interface ChatReaction {
  sign: ReactionEmoji;
  people: { id: string; name: string }[];
}

export interface ChatFile {
  key: string;
  filename: string;
  mimeType: string;
  size: number;
  width: number | null;
  height: number | null;
}

export interface ChatMessage {
  id: string;
  /** Its place in the chat, from 1, without gaps. */
  number: number;
  author: ChatPerson;
  /** What was typed, with mentions as `@[kind:id]`; empty when it was taken back. */
  body: string;
  /** Sanitised HTML; mentions are links to what they mean, as far as the reader may see it. */
  html: string;
  /** The names of what `body` mentions, by `kind:id`; for editing. */
  mentions: Record<string, string>;
  /** Whether it mentions the reader. */
  mentionsMe: boolean;
  replyTo: { number: number; author: string; text: string } | null;
  files: ChatFile[];
  reactions: ChatReaction[];
  createdAt: Date;
  editedAt: Date | null;
  deletedAt: Date | null;
  can: { edit: boolean; delete: boolean };
  /** Under which its author sent it. */
  clientId: string;
}

export interface MessagePage {
  /** The oldest first. */
  messages: ChatMessage[];
  hasOlder: boolean;
  hasNewer: boolean;
}

/** Where a chat is shown: beside its page, or in the list of chats. */
export function chatPath(
  { id, target }: { id: string; target: Pick<RecordKey, "type" | "id"> | null },
  number?: number,
): string {
  const message = number === undefined ? "" : `&message=${number}`;
  return target?.type === "page" ? `/wiki/${target.id}?chat=${id}${message}` : `/wiki/chats?chat=${id}${message}`;
}

/** In place of a chat's id in the address of a page: all chats of that page. */
export const pageChatsKey = "alle";

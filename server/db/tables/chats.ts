import type { Generated } from "kysely";
import type { ChatStatus, ReactionEmoji } from "../../../contract/chats/chats.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";

export interface ChatTables {
  chats: ChatTable;
  chatMessages: ChatMessageTable;
  chatReactions: ChatReactionTable;
  chatReads: ChatReadTable;
}

export interface ChatTable {
  id: string;
  title: string;
  targetType: RecordType | null;
  targetId: string | null;
  status: Generated<ChatStatus>;
  createdById: string;
  createdAt: string;
  lastMessageAt: string;
  /** Also the number of its last message. */
  messageCount: Generated<number>;
  /** Since when it is marked as a question that waits for an answer. */
  askedAt: string | null;
}

export interface ChatMessageTable {
  id: string;
  chatId: string;
  number: number;
  authorId: string;
  clientId: string;
  body: string;
  replyTo: number | null;
  createdAt: string;
  editedAt: string | null;
  deletedAt: string | null;
}

export interface ChatReactionTable {
  messageId: string;
  userId: string;
  sign: ReactionEmoji;
  at: string;
}

/** Who has taken part in a chat, by writing or by reading, and how far they have read. */
export interface ChatReadTable {
  chatId: string;
  userId: string;
  number: number;
  at: string;
}

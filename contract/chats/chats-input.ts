import { keysOf } from "../narrowing.ts";
import { id, limit } from "../pagination.ts";
import { creationId } from "../records/list-input.ts";
import { recordKey } from "../records/record-key.ts";
import { z } from "../zod.ts";
import {
  chatScopes,
  maxChatTitleLength,
  maxFilesPerMessage,
  maxMessageLength,
  maxMessagesPerSection,
  messagePageSize,
  reactionEmojis,
} from "./chats.ts";

const title = z
  .string()
  .trim()
  .min(1, { error: "Titel: Pflichtfeld." })
  .max(maxChatTitleLength, { error: `Titel: Höchstens ${maxChatTitleLength} Zeichen.` });

const body = z
  .string()
  .trim()
  .max(maxMessageLength, { error: `Nachricht: Höchstens ${maxMessageLength} Zeichen.` });

/** Names a message for its author from its first letter on: sent twice, it is written once. */
const clientId = z.string().min(8).max(64);

const message = {
  body,
  clientId,
  fileKeys: z
    .array(id)
    .max(maxFilesPerMessage, { error: `Anhänge: Höchstens ${maxFilesPerMessage}.` })
    .default([]),
};

const number = z.number().int().min(0);

export const listChats = z.strictObject({
  scope: z.enum(keysOf(chatScopes)).default("all"),
  target: recordKey.optional(),
  search: z.string().trim().max(200).default(""),
  /** The last row of the page before. */
  cursor: z.strictObject({ at: z.string().max(40), id }).optional(),
  limit: limit.default(30),
});
export const chatId = z.strictObject({ id });
/** `clientId` names what is being written, as it is sent afterwards. */
export const announceTyping = z.strictObject({ id, clientId });
export const listMessages = z.strictObject({
  chatId: id,
  /** Messages before, after or around a number; the last ones without any. */
  before: number.optional(),
  after: number.optional(),
  around: number.optional(),
  limit: limit.default(messagePageSize),
});
export const createChat = z.strictObject({ title, target: recordKey.optional(), ...message });
export const renameChat = z.strictObject({ id, title });
export const setChatStatus = z.strictObject({ id, status: z.enum(["open", "resolved"]) });
export const setChatQuestion = z.strictObject({ id, isQuestion: z.boolean() });
export const sendMessage = z.strictObject({ chatId: id, replyTo: number.optional(), ...message });
export const editMessage = z.strictObject({ id, body });
export const reactToMessage = z.strictObject({ id, sign: z.enum(reactionEmojis), on: z.boolean() });
export const markChatRead = z.strictObject({ id, number });
export const countUnread = z.strictObject({});
export const chatToPage = z.strictObject({
  chatId: id,
  /** Which messages, by their numbers; those that were taken back are left out. */
  numbers: z
    .array(z.number().int().min(1))
    .min(1, { error: "Nachrichten: Bitte wähle mindestens eine." })
    .max(maxMessagesPerSection, { error: `Nachrichten: Höchstens ${maxMessagesPerSection}.` }),
  pageId: id,
  heading: title,
  creationId: creationId.optional(),
});

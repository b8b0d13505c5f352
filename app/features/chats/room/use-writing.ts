import { useMemo, useState } from "react";
import type { ChatMessage } from "../../../../contract/chats/chats.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import type { MessageLog } from "./message-log.ts";

/** Whether the composer answers a message or changes one; never both. */
export function useWriting(log: MessageLog, focusComposer: () => void) {
  const [replyTo, setReplyTo] = useState<ChatMessage>();
  const [editing, setEditing] = useState<ChatMessage>();
  const saving = useMutate(useTRPC().chat.edit.mutationOptions(), {
    refreshes: [],
    onSuccess: (edited) => {
      log.put([edited]);
      setEditing(undefined);
    },
  });
  const turnTo = (answered: ChatMessage | undefined, edited: ChatMessage | undefined) => {
    setReplyTo(answered);
    setEditing(edited);
    focusComposer();
  };
  return {
    editing,
    isSaving: saving.isPending,
    quoted: useMemo(() => replyTo && quoteOf(replyTo), [replyTo]),
    reply: (message: ChatMessage) => turnTo(message, undefined),
    edit: (message: ChatMessage) => turnTo(undefined, message),
    cancel: () => turnTo(undefined, undefined),
    endReply: () => setReplyTo(undefined),
    save: (body: string) => editing && saving.mutate({ id: editing.id, body }),
    /** Begins to change the last message of this person that can still be changed; false where there is none. */
    editLast(personId: string): boolean {
      const last = lastOwn(log, personId);
      if (last) setEditing(last);
      return last !== undefined;
    },
  };
}

/** How far back `editLast` looks. */
const lastOwnRange = 30;
const maxQuoteLength = 120;

function quoteOf({ number, author, body, mentions, files }: ChatMessage): NonNullable<ChatMessage["replyTo"]> {
  const labelled = body.replace(/@\[(\w+:[\w-]+)\]/g, (whole, name: string) => `@${mentions[name] ?? whole}`);
  const text = labelled.replace(/\s+/g, " ").trim() || (files[0]?.filename ?? "");
  return { number, author: author.name, text: text.slice(0, maxQuoteLength) };
}

/** The last message of one's own that can still be changed. */
function lastOwn(log: { count: number; at: (number: number) => ChatMessage | undefined }, me: string) {
  for (let number = log.count; number > Math.max(0, log.count - lastOwnRange); number -= 1) {
    const message = log.at(number);
    if (message?.author.id === me && message.can.edit) return message;
  }
  return undefined;
}

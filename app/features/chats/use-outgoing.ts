import { useEffect, useMemo } from "react";
import { useTRPCClient } from "../../lib/api/trpc.tsx";
import { useSession } from "../../lib/people/session.tsx";
import { useStore } from "../../lib/store.ts";
import type { MessageLog } from "./message-log.ts";
import { newMessageName } from "./message-name.ts";
import {
  changeOutgoing,
  discardOutgoing,
  enqueue,
  type OutgoingMessage,
  onOutboxChange,
  readOutbox,
} from "./outbox.ts";
import { keepSending, onMessageSent } from "./outbox-run.ts";

type Draft = Pick<OutgoingMessage, "body" | "mentions" | "files" | "replyTo">;

/** What this person has written in a chat that the server has not taken, and the way to write more. */
export function useOutgoing(chatId: string, log: MessageLog) {
  const client = useTRPCClient();
  const personId = useSession().data?.user.id ?? "";
  const all = useStore({ read: () => readOutbox(personId), readOnServer: () => none, subscribe: onOutboxChange });
  useEffect(() => {
    if (personId) keepSending(personId, client);
  }, [personId, client]);
  useEffect(() => onMessageSent((sentTo, message) => sentTo === chatId && log.put([message])), [chatId, log]);
  const version = log.version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has arrived is no longer on its way
  const outgoing = useMemo(
    () => all.filter((message) => message.chatId === chatId && !log.has(message.clientId)),
    [all, chatId, log, version],
  );
  return {
    outgoing,
    send: (draft: Draft) =>
      enqueue(personId, { ...draft, chatId, clientId: newMessageName(), at: new Date().toISOString() }),
    retry: ({ clientId }: OutgoingMessage) => changeOutgoing(personId, clientId, { problem: undefined }),
    discard: ({ clientId }: OutgoingMessage) => discardOutgoing(personId, clientId),
  };
}

const none: readonly OutgoingMessage[] = [];

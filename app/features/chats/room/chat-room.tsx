import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ChatDetails, ChatMessage } from "../../../../contract/chats/chats.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { useSession } from "../../../lib/people/session.tsx";
import { ListError } from "../../../ui/placeholders/list-states.tsx";
import { Composer, type ComposerHandle } from "../composer/composer.tsx";
import { useFileDrop } from "../composer/use-file-drop.ts";
import { useOutgoing } from "../outbox/outgoing-messages.tsx";
import { invalidateChatsSoon } from "../use-chat-invalidation.ts";
import { MessageSkeleton } from "./chat-frame.tsx";
import { ChatHeader } from "./chat-header.tsx";
import { MessageAnnouncer } from "./message-announcer.tsx";
import { MessageList, type MessageListHandle } from "./message-list.tsx";
import { useMessageLog, useReloadAfterReconnect } from "./message-log.ts";
import { SelectionBar, useMessageReuse, useSelection } from "./message-selection.tsx";
import { useMessageActions } from "./message-tools.tsx";
import { TypingIndicator } from "./typing.tsx";
import { useReading } from "./use-reading.ts";

interface ChatRoomProps {
  chat: ChatDetails;
  message: number | undefined;
  isBeside: boolean;
  hasListBeside: boolean;
  onClose: (() => void) | undefined;
  onBack: (() => void) | undefined;
}

/** What is read at once when a chat is opened. */
const initialRange = 30;
/** So many of the last messages go into feedback that is about a whole chat. */
const maxFeedbackMessages = 40;

export function ChatRoom({ chat, message, isBeside, hasListBeside, onClose, onBack }: ChatRoomProps) {
  const { id } = chat;
  const me = useSession().data?.user.id ?? "";
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const list = useRef<MessageListHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const [replyTo, setReplyTo] = useState<ChatMessage>();
  const [editing, setEditing] = useState<ChatMessage>();
  const [isReady, setReady] = useState(false);

  const refreshChat = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: trpc.chat.get.queryKey({ id }) }),
    [queryClient, trpc, id],
  );
  const log = useMessageLog(id, refreshChat);
  const { outgoing, send, retry, discard } = useOutgoing(id, log);
  const reading = useReading(chat, log);
  const selection = useSelection();
  const reuse = useMessageReuse(chat);
  useReloadAfterReconnect(
    log,
    useCallback(() => list.current?.shown() ?? { first: 1, last: log.count }, [log]),
  );
  useEffect(() => log.growTo(chat.messageCount), [log, chat.messageCount]);

  const [start] = useState(() => {
    const isPointedOut = message !== undefined && message >= 1 && message <= chat.messageCount;
    return { isPointedOut, number: isPointedOut ? message : (reading.newFrom ?? chat.messageCount) };
  });
  const open = useCallback(async () => {
    log.growTo(chat.messageCount);
    await log.load(start.number - initialRange, start.number + initialRange);
    setReady(log.at(start.number) !== undefined);
  }, [log, chat.messageCount, start]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chat is opened once
  useEffect(() => void open(), []);
  const shownMessage = useRef(message);
  useEffect(() => {
    if (message !== undefined && message !== shownMessage.current) list.current?.jump(message);
    shownMessage.current = message;
  }, [message]);

  const focusComposer = useCallback(() => composer.current?.focus(), []);
  const actions = useMessageActions(chat, log, {
    reply: (answered) => {
      setEditing(undefined);
      setReplyTo(answered);
      focusComposer();
    },
    edit: (edited) => {
      setReplyTo(undefined);
      setEditing(edited);
      focusComposer();
    },
    select: ({ number }) => selection.toggle(number),
  });
  const saving = useMutate(trpc.chat.edit.mutationOptions(), {
    refreshes: [],
    onSuccess: (edited) => {
      log.put([edited]);
      setEditing(undefined);
    },
  });
  const cancel = () => {
    setEditing(undefined);
    setReplyTo(undefined);
    focusComposer();
  };
  const quoted = useMemo(() => replyTo && quoteOf(replyTo), [replyTo]);
  const mayAttach = chat.can.write && !selection.isOn && !editing;
  const { isOver, dropProps } = useFileDrop(mayAttach ? (files) => composer.current?.attach(files) : undefined);
  const selectedMessages = () =>
    [...selection.numbers].toSorted((a, b) => a - b).flatMap((number) => log.at(number) ?? []);
  const finish = (isDone: boolean) => isDone && selection.end();
  const giveFeedbackOnChat = async () => {
    await log.load(log.count - maxFeedbackMessages + 1, log.count);
    const numbers = Array.from(
      { length: Math.min(maxFeedbackMessages, log.count) },
      (_, index) => log.count - index,
    ).reverse();
    await reuse.giveFeedback(numbers.flatMap((number) => log.at(number) ?? []));
  };

  return (
    <div className="relative flex min-h-0 flex-1 flex-col" {...dropProps}>
      <ChatHeader
        chat={chat}
        isBeside={isBeside}
        hasListBeside={hasListBeside}
        onClose={onClose}
        onBack={onBack}
        onGiveFeedback={() => void giveFeedbackOnChat()}
        onAddToWiki={selection.begin}
      />
      {isReady ? (
        <MessageList
          ref={list}
          log={log}
          outgoing={outgoing}
          me={me}
          actions={actions}
          newFrom={reading.newFrom}
          start={start}
          selected={selection.isOn ? selection.numbers : undefined}
          onShow={reading.show}
          onRetry={retry}
          onDiscard={discard}
          onLeave={focusComposer}
        />
      ) : log.hasFailed ? (
        <ListError
          className="flex-1 !px-5"
          message="Die Nachrichten konnten nicht geladen werden."
          onRetry={() => void open()}
        />
      ) : (
        <div role="status" className="min-h-0 flex-1 overflow-hidden">
          <span className="sr-only">Wird geladen …</span>
          <MessageSkeleton />
          <MessageSkeleton />
          <MessageSkeleton />
        </div>
      )}
      <MessageAnnouncer log={log} me={me} onArrive={reading.arrive} />
      <TypingIndicator chatId={id} log={log} />
      {selection.isOn ? (
        <SelectionBar
          count={selection.numbers.size}
          onGiveFeedback={() => void reuse.giveFeedback(selectedMessages()).then(finish)}
          onAddToWiki={() => void reuse.addToWiki(selectedMessages()).then(finish)}
          onCancel={selection.end}
        />
      ) : chat.can.write ? (
        <Composer
          ref={composer}
          chatId={id}
          placeholder={chat.messageCount > 0 ? "Antworten …" : "Nachricht schreiben …"}
          replyTo={quoted}
          editing={editing}
          isSaving={saving.isPending}
          onSave={(body) => editing && saving.mutate({ id: editing.id, body })}
          onSend={(draft) => {
            send({ ...draft, ...(quoted && { replyTo: quoted }) });
            setReplyTo(undefined);
            reading.answer();
            invalidateChatsSoon(queryClient);
            requestAnimationFrame(() => list.current?.toEnd());
          }}
          onCancel={cancel}
          onEditLast={() => {
            const last = lastOwn(log, me);
            if (last) setEditing(last);
            return last !== undefined;
          }}
        />
      ) : (
        <p className="flex-none border-t px-5 py-4 text-ui text-text-2">
          Du kannst mitlesen. Zum Schreiben fehlt dir die Berechtigung.
        </p>
      )}
      {isOver && (
        <p className="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-8 border-2 border-dashed border-control bg-surface font-semibold">
          Dateien hier ablegen
        </p>
      )}
    </div>
  );
}

const maxQuoteLength = 120;

function quoteOf({ number, author, body, mentions, files }: ChatMessage): NonNullable<ChatMessage["replyTo"]> {
  const labelled = body.replace(/@\[(\w+:[\w-]+)\]/g, (whole, name: string) => `@${mentions[name] ?? whole}`);
  const text = labelled.replace(/\s+/g, " ").trim() || (files[0]?.filename ?? "");
  return { number, author: author.name, text: text.slice(0, maxQuoteLength) };
}

/** The last message of one's own that can still be changed. */
function lastOwn(log: { count: number; at: (number: number) => ChatMessage | undefined }, me: string) {
  for (let number = log.count; number > Math.max(0, log.count - initialRange); number -= 1) {
    const message = log.at(number);
    if (message?.author.id === me && message.can.edit) return message;
  }
  return undefined;
}

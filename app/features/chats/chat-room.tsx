import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ChatDetails, ChatMessage } from "../../../contract/chats/chats.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useSession } from "../../lib/people/session.tsx";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { ChatHead } from "./chat-head.tsx";
import { tellChatNews } from "./chat-news.ts";
import { Composer, type ComposerHandle } from "./composer.tsx";
import { type ListHandle, MessageList } from "./message-list.tsx";
import { NewsLine } from "./news-line.tsx";
import { RowBone } from "./row-bone.tsx";
import { SelectBar } from "./select-bar.tsx";
import { TypingLine } from "./typing-line.tsx";
import { useFileDrop } from "./use-file-drop.ts";
import { useHandOver } from "./use-hand-over.ts";
import { useMessageActions } from "./use-message-actions.ts";
import { useCatchUp, useMessageLog } from "./use-message-log.ts";
import { useOutgoing } from "./use-outgoing.ts";
import { useReading } from "./use-reading.ts";
import { useSelection } from "./use-selection.ts";

interface ChatRoomProps {
  chat: ChatDetails;
  message: number | undefined;
  isBeside: boolean;
  hasListBeside: boolean;
  onClose: (() => void) | undefined;
  onBack: (() => void) | undefined;
}

/** What is read at once when a chat is opened. */
const around = 30;
/** So many of the last messages go into feedback that is about a whole chat. */
const wholeChat = 40;

export function ChatRoom({ chat, message, isBeside, hasListBeside, onClose, onBack }: ChatRoomProps) {
  const { id } = chat;
  const me = useSession().data?.user.id ?? "";
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const list = useRef<ListHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const [replyTo, setReplyTo] = useState<ChatMessage>();
  const [editing, setEditing] = useState<ChatMessage>();
  const [isReady, setReady] = useState(false);

  const renewHead = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: trpc.chat.get.queryKey({ id }) }),
    [queryClient, trpc, id],
  );
  const log = useMessageLog(id, renewHead);
  const { outgoing, send, retry, discard } = useOutgoing(id, log);
  const reading = useReading(chat, log);
  const selection = useSelection();
  const handOver = useHandOver(chat);
  useCatchUp(
    log,
    useCallback(() => list.current?.shown() ?? { first: 1, last: log.count }, [log]),
  );
  useEffect(() => log.grow(chat.messageCount), [log, chat.messageCount]);

  const [start] = useState(() => {
    const isPointedOut = message !== undefined && message >= 1 && message <= chat.messageCount;
    return { isPointedOut, number: isPointedOut ? message : (reading.newFrom ?? chat.messageCount) };
  });
  const begin = useCallback(async () => {
    log.grow(chat.messageCount);
    await log.want(start.number - around, start.number + around);
    setReady(log.at(start.number) !== undefined);
  }, [log, chat.messageCount, start]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chat is opened once
  useEffect(() => void begin(), []);
  const wasOpenedWith = useRef(message);
  useEffect(() => {
    if (message !== undefined && message !== wasOpenedWith.current) list.current?.jump(message);
    wasOpenedWith.current = message;
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
  const chosen = () => [...selection.numbers].toSorted((a, b) => a - b).flatMap((number) => log.at(number) ?? []);
  const finish = (isDone: boolean) => isDone && selection.end();
  const wholeToFeedback = async () => {
    await log.want(log.count - wholeChat + 1, log.count);
    const numbers = Array.from({ length: Math.min(wholeChat, log.count) }, (_, index) => log.count - index).reverse();
    await handOver.toFeedback(numbers.flatMap((number) => log.at(number) ?? []));
  };

  return (
    <div className="relative flex min-h-0 flex-1 flex-col" {...dropProps}>
      <ChatHead
        chat={chat}
        isBeside={isBeside}
        hasListBeside={hasListBeside}
        onClose={onClose}
        onBack={onBack}
        onFeedback={() => void wholeToFeedback()}
        onTake={selection.begin}
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
          onRetry={() => void begin()}
        />
      ) : (
        <div role="status" className="min-h-0 flex-1 overflow-hidden">
          <span className="sr-only">Wird geladen …</span>
          <RowBone />
          <RowBone />
          <RowBone />
        </div>
      )}
      <NewsLine log={log} me={me} onArrive={reading.arrive} />
      <TypingLine chatId={id} log={log} />
      {selection.isOn ? (
        <SelectBar
          count={selection.numbers.size}
          onFeedback={() => void handOver.toFeedback(chosen()).then(finish)}
          onTake={() => void handOver.toPage(chosen()).then(finish)}
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
            tellChatNews(queryClient);
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

const quotedLength = 120;

function quoteOf({ number, author, body, mentions, files }: ChatMessage): NonNullable<ChatMessage["replyTo"]> {
  const words = body.replace(/@\[(\w+:[\w-]+)\]/g, (whole, name: string) => `@${mentions[name] ?? whole}`);
  const text = words.replace(/\s+/g, " ").trim() || (files[0]?.filename ?? "");
  return { number, author: author.name, text: text.slice(0, quotedLength) };
}

/** The last message of one's own that can still be changed. */
function lastOwn(log: { count: number; at: (number: number) => ChatMessage | undefined }, me: string) {
  for (let number = log.count; number > Math.max(0, log.count - around); number -= 1) {
    const message = log.at(number);
    if (message?.author.id === me && message.can.edit) return message;
  }
  return undefined;
}

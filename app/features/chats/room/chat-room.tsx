import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { ChatDetails } from "../../../../contract/chats/chats.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { useSession } from "../../../lib/people/session.tsx";
import { useFileDrop } from "../../../ui/form/file-dropzone.tsx";
import { ListError } from "../../../ui/placeholders/list-states.tsx";
import { ClaimButton } from "../../claims/claim-button.tsx";
import { type ComposedMessage, Composer, type ComposerHandle } from "../composer/composer.tsx";
import { useOutgoing } from "../outbox/outgoing-messages.tsx";
import { invalidateChatsSoon } from "../use-chat-invalidation.ts";
import { MessageSkeleton } from "./chat-frame.tsx";
import { ChatHeader } from "./chat-header.tsx";
import { MessageList, type MessageListHandle } from "./message-list.tsx";
import { type MessageLog, useMessageLog, useReloadAfterReconnect } from "./message-log.ts";
import { SelectionBar, useMessageReuse, useSelection } from "./message-selection.tsx";
import { useMessageActions } from "./message-tools.tsx";
import { TypingIndicator } from "./typing.tsx";
import { useReading } from "./use-reading.ts";
import { useWriting } from "./use-writing.ts";

interface ChatRoomProps {
  chat: ChatDetails;
  message: number | undefined;
  isBeside: boolean;
  hasListBeside: boolean;
  onClose: (() => void) | undefined;
  onBack: (() => void) | undefined;
}

export function ChatRoom({ chat, message, isBeside, hasListBeside, onClose, onBack }: ChatRoomProps) {
  const { id } = chat;
  const me = useSession().data?.user.id ?? "";
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const list = useRef<MessageListHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const refreshChat = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: trpc.chat.get.queryKey({ id }) }),
    [queryClient, trpc, id],
  );
  const log = useMessageLog(id, refreshChat);
  const { outgoing, send, retry, discard } = useOutgoing(id, log);
  const reading = useReading(chat, log);
  const selection = useSelection(log);
  const reuse = useMessageReuse(chat, log);
  useReloadAfterReconnect(
    log,
    useCallback(() => list.current?.shown() ?? { first: 1, last: log.count }, [log]),
  );
  const { start, isReady, open } = useOpening(chat, log, message, reading.newFrom);
  useJumpTo(message, list);

  const focusComposer = useCallback(() => composer.current?.focus(), []);
  const writing = useWriting(log, focusComposer);
  const actions = useMessageActions(chat, log, {
    reply: writing.reply,
    edit: writing.edit,
    select: ({ number }) => selection.toggle(number),
  });
  const mayAttach = chat.can.write && !selection.isOn && !writing.editing;
  const { isOver, dropProps } = useFileDrop(mayAttach ? (files) => composer.current?.attach(files) : undefined);
  const finish = (isDone: boolean) => isDone && selection.end();
  const submit = (message: ComposedMessage) => {
    send({ ...message, ...(writing.quoted && { replyTo: writing.quoted }) });
    writing.endReply();
    reading.answer();
    invalidateChatsSoon(queryClient);
    requestAnimationFrame(() => list.current?.toEnd());
  };

  return (
    <div className="relative flex min-h-0 flex-1 flex-col" {...dropProps}>
      <ChatHeader
        chat={chat}
        isBeside={isBeside}
        hasListBeside={hasListBeside}
        onClose={onClose}
        onBack={onBack}
        onGiveFeedback={() => void reuse.giveFeedbackOnChat()}
        onAddToWiki={selection.begin}
      />
      {chat.isQuestion && <QuestionBar chat={chat} />}
      {isReady ? (
        <MessageList
          ref={list}
          log={log}
          outgoing={outgoing}
          me={me}
          actions={actions}
          start={start}
          newFrom={reading.newFrom}
          selected={selection.isOn ? selection.numbers : undefined}
          onShow={reading.show}
          onRetry={retry}
          onDiscard={discard}
          onLeave={focusComposer}
        />
      ) : (
        <Opening hasFailed={log.hasFailed} onRetry={() => void open()} />
      )}
      <MessageAnnouncer log={log} me={me} onArrive={reading.arrive} />
      <TypingIndicator chatId={id} log={log} />
      {selection.isOn ? (
        <SelectionBar
          count={selection.numbers.size}
          onGiveFeedback={() => void reuse.giveFeedback(selection.messages()).then(finish)}
          onAddToWiki={() => void reuse.addToWiki(selection.messages()).then(finish)}
          onCancel={selection.end}
        />
      ) : chat.can.write ? (
        <Composer
          ref={composer}
          chatId={id}
          placeholder={chat.messageCount > 0 ? "Antworten …" : "Nachricht schreiben …"}
          replyTo={writing.quoted}
          editing={writing.editing}
          isSaving={writing.isSaving}
          onSave={writing.save}
          onSend={submit}
          onCancel={writing.cancel}
          onEditLast={() => writing.editLast(me)}
        />
      ) : (
        <ReadOnlyNote />
      )}
      {isOver && <DropHint />}
    </div>
  );
}

/** Stands where somebody else would write. */
function ReadOnlyNote() {
  return (
    <p className="flex-none border-t px-5 py-4 text-ui text-text-2">
      Du kannst mitlesen. Zum Schreiben fehlt dir die Berechtigung.
    </p>
  );
}

/** Covers the room while files are dragged over it. */
function DropHint() {
  return (
    <p className="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-8 border-2 border-dashed border-control bg-surface font-semibold">
      Dateien hier ablegen
    </p>
  );
}

/** Who looks after an open question. */
function QuestionBar({ chat: { id, title, claim } }: { chat: ChatDetails }) {
  return (
    <div className="flex min-h-11 flex-none items-center border-b px-5 py-1 max-md:px-4">
      <ClaimButton
        subject={{ type: "question", id }}
        title={title}
        claim={claim}
        className={claim ? undefined : "-ml-2.5"}
      />
    </div>
  );
}

/** Shows the message of the URL when it becomes another one while the chat is open. */
function useJumpTo(message: number | undefined, list: RefObject<MessageListHandle>): void {
  const shown = useRef(message);
  useEffect(() => {
    if (message !== undefined && message !== shown.current) list.current?.jump(message);
    shown.current = message;
  }, [message, list]);
}

/** What stands in place of the messages until the first of them are here. */
function Opening({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  if (hasFailed)
    return (
      <ListError className="flex-1 !px-5" message="Die Nachrichten konnten nicht geladen werden." onRetry={onRetry} />
    );
  return (
    <div role="status" className="min-h-0 flex-1 overflow-hidden">
      <span className="sr-only">Wird geladen …</span>
      <MessageSkeleton />
      <MessageSkeleton />
      <MessageSkeleton />
    </div>
  );
}

/** How many messages before and behind the first one shown are loaded when a chat is opened. */
const initialRange = 30;

/**
 * Loads the part of a chat with which it opens: around the message of the URL, else from the first unread one, else its
 * end. `isReady` once that message is here; `open` tries again.
 */
function useOpening(chat: ChatDetails, log: MessageLog, message: number | undefined, newFrom: number | undefined) {
  const [isReady, setReady] = useState(false);
  const [start] = useState(() => {
    const isPointedOut = message !== undefined && message >= 1 && message <= chat.messageCount;
    return { isPointedOut, number: isPointedOut ? message : (newFrom ?? chat.messageCount) };
  });
  useEffect(() => log.growTo(chat.messageCount), [log, chat.messageCount]);
  const open = useCallback(async () => {
    log.growTo(chat.messageCount);
    await log.load(start.number - initialRange, start.number + initialRange);
    setReady(log.at(start.number) !== undefined);
  }, [log, chat.messageCount, start]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chat is opened once
  useEffect(() => void open(), []);
  return { start, isReady, open };
}

const textOf = (html: string) => new DOMParser().parseFromString(html, "text/html").body.textContent?.trim() ?? "";

interface MessageAnnouncerProps {
  log: MessageLog;
  me: string;
  onArrive: (number: number) => void;
}

/** Says to a screen reader what others write while the chat is open, and nothing of what is merely scrolled into view. */
function MessageAnnouncer({ log, me, onArrive }: MessageAnnouncerProps) {
  const [text, setText] = useState("");
  const announced = useRef<number>();
  useEffect(() => {
    if (announced.current === undefined) {
      if (log.at(log.count)) announced.current = log.count;
      return;
    }
    const lines: string[] = [];
    while (announced.current < log.count) {
      const message = log.at(announced.current + 1);
      if (!message) break;
      announced.current += 1;
      if (message.author.id === me) continue;
      lines.push(`${message.author.name}: ${textOf(message.html)}`);
      onArrive(message.number);
    }
    if (lines.length > 0) setText(lines.join(". "));
  });
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}

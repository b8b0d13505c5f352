import { useEffect, useMemo } from "react";
import { useTRPCClient } from "../../../lib/api/trpc.tsx";
import { avatarUrl } from "../../../lib/people/avatar-url.ts";
import { useSession } from "../../../lib/people/session.tsx";
import { useStore } from "../../../lib/store.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { cx } from "../../../ui/cx.ts";
import { linkClass } from "../../../ui/link-class.ts";
import { withLabels } from "../../mentions/mention-text.ts";
import type { MessageLog } from "../room/message-log.ts";
import {
  changeOutgoing,
  discardOutgoing,
  enqueue,
  type OutgoingMessage,
  onOutboxChange,
  readOutbox,
} from "./outbox.ts";
import { ensureSending, onMessageSent } from "./outbox-sender.ts";

interface OutgoingRowProps {
  message: OutgoingMessage;
  isContinued: boolean;
  onRetry: (message: OutgoingMessage) => void;
  onDiscard: (message: OutgoingMessage) => void;
}

/** A message of one's own that the server has not taken yet, as it will stand. */
export function OutgoingRow({ message, isContinued, onRetry, onDiscard }: OutgoingRowProps) {
  const me = useSession().data?.user;
  const text = useMemo(() => withLabels(message.body, message.mentions).text, [message]);
  const { problem, files } = message;
  return (
    <article
      aria-label={`${me?.name ?? ""}, ${problem ? "nicht gesendet" : "wird gesendet"}`}
      className={cx(
        "grid grid-cols-[28px_minmax(0,1fr)] gap-x-[11px] px-5 pb-0.5 text-chat max-md:px-4",
        isContinued ? "pt-0.5" : "pt-3.5",
      )}
    >
      {isContinued || !me ? (
        <span />
      ) : (
        <Avatar personId={me.id} name={me.name} src={avatarUrl(me.image)} size={28} aria-hidden="true" />
      )}
      <div className="min-w-0">
        {!isContinued && <p className="text-ui font-semibold">{me?.name}</p>}
        {message.replyTo && (
          <p className="truncate py-0.5 text-meta text-text-2">
            {message.replyTo.author}: {message.replyTo.text}
          </p>
        )}
        <p className="whitespace-pre-wrap text-text-2 [overflow-wrap:anywhere]">{text}</p>
        {files.length > 0 && (
          <p className="truncate text-meta text-text-2">{files.map(({ filename }) => filename).join(", ")}</p>
        )}
        {problem ? (
          <div className="mt-0.5 text-meta text-bad-text">
            <p role="alert">{problem}</p>
            <p className="flex flex-wrap items-center gap-x-3">
              <button type="button" className={cx(linkClass, "max-md:min-h-11")} onClick={() => onRetry(message)}>
                Nicht gesendet – erneut versuchen
              </button>
              <button type="button" className={cx(linkClass, "max-md:min-h-11")} onClick={() => onDiscard(message)}>
                Verwerfen
              </button>
            </p>
          </div>
        ) : (
          <p className="text-label text-text-3">Wird gesendet …</p>
        )}
      </div>
    </article>
  );
}

type Draft = Pick<OutgoingMessage, "clientId" | "body" | "mentions" | "files" | "replyTo">;

/** What this person has written in a chat that the server has not taken, and the way to write more. */
export function useOutgoing(chatId: string, log: MessageLog) {
  const client = useTRPCClient();
  const personId = useSession().data?.user.id ?? "";
  const all = useStore({ read: () => readOutbox(personId), readOnServer: () => none, subscribe: onOutboxChange });
  useEffect(() => {
    if (personId) ensureSending(personId, client);
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
    send: (draft: Draft) => enqueue(personId, { ...draft, chatId, at: new Date().toISOString() }),
    retry: ({ clientId }: OutgoingMessage) => changeOutgoing(personId, clientId, { problem: undefined }),
    discard: ({ clientId }: OutgoingMessage) => discardOutgoing(personId, clientId),
  };
}

const none: readonly OutgoingMessage[] = [];

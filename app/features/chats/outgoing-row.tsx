import { useMemo } from "react";
import { avatarUrl } from "../../lib/people/avatar-url.ts";
import { useSession } from "../../lib/people/session.tsx";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { cx } from "../../ui/cx.ts";
import { linkClass } from "../../ui/link-class.ts";
import { withLabels } from "../mentions/mention-text.ts";
import type { OutgoingMessage } from "./outbox.ts";

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

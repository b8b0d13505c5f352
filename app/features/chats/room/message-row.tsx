import { Reply } from "lucide-react";
import { memo } from "react";
import type { ChatMessage } from "../../../../contract/chats/chats.ts";
import { formatMoment, formatTime } from "../../../lib/format.ts";
import { avatarUrl } from "../../../lib/people/avatar-url.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { cx } from "../../../ui/cx.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { MessageBody, MessageFiles, MessageReactions } from "./message-content.tsx";
import { type MessageActions, MessageTools } from "./message-tools.tsx";
import { dayLabel, type RowLayout } from "./row-layout.ts";

interface MessageRowProps extends RowLayout {
  message: ChatMessage;
  actions: MessageActions;
  /** Whether Tab leads into this message. */
  isCurrent: boolean;
  isHighlighted: boolean;
  /** Set while messages are being chosen. */
  isSelected: boolean | undefined;
  onJump: (number: number) => void;
}

/** A message with what stands above it: the day, the beginning of what is new. */
export const MessageRow = memo(function MessageRow({
  message,
  day,
  isFirstNew,
  isContinued,
  actions,
  isCurrent,
  isHighlighted,
  isSelected,
  onJump,
}: MessageRowProps) {
  const { number, author, createdAt, editedAt, deletedAt, replyTo, files, reactions } = message;
  const tabIndex = isCurrent ? 0 : -1;
  const isChoosing = isSelected !== undefined;
  return (
    <>
      {day && <DayDivider at={day} />}
      {isFirstNew && <NewDivider />}
      <article
        data-number={number}
        tabIndex={tabIndex}
        aria-label={`${author.name}, ${formatMoment(createdAt)}`}
        className={cx(
          "group relative grid grid-cols-[28px_minmax(0,1fr)] gap-x-[11px] px-5 pb-0.5 text-chat transition-colors duration-[1200ms] focus-visible:outline-offset-[-2px] max-md:px-4",
          isContinued ? "pt-0.5 max-md:min-h-11 max-md:pt-2" : "pt-3.5",
          isHighlighted ? "bg-brand-soft" : isSelected ? "bg-selected !duration-0" : undefined,
        )}
      >
        {isChoosing ? (
          <Checkbox
            // Pressed anywhere, the message is chosen.
            className={cx(
              "self-start !min-h-0 after:absolute after:inset-0 after:z-[1] [&>span]:relative [&>span]:z-[2]",
              !isContinued && "mt-1",
            )}
            label={<span className="sr-only">Nachricht von {author.name} auswählen</span>}
            checked={isSelected}
            disabled={deletedAt !== null}
            onChange={() => actions.select(message)}
          />
        ) : isContinued ? (
          <span />
        ) : (
          <Avatar personId={author.id} name={author.name} src={avatarUrl(author.image)} size={28} aria-hidden="true" />
        )}
        <div className={cx("min-w-0", !deletedAt && !isChoosing && "max-md:pr-8")}>
          {!isContinued && (
            <p className="flex min-w-0 items-baseline gap-[7px] text-ui md:pr-24">
              <span className="truncate font-semibold">{author.name}</span>
              <time
                dateTime={createdAt.toISOString()}
                title={formatMoment(createdAt)}
                className="num flex-none text-label text-text-3"
              >
                {formatTime(createdAt)}
              </time>
            </p>
          )}
          {replyTo && <Quote replyTo={replyTo} tabIndex={tabIndex} onJump={onJump} />}
          {deletedAt ? (
            <p className="italic text-text-3">Nachricht gelöscht</p>
          ) : (
            <>
              <MessageBody html={message.html} />
              {editedAt && (
                <span title={formatMoment(editedAt)} className="text-label text-text-3">
                  bearbeitet
                </span>
              )}
              {files.length > 0 && <MessageFiles files={files} />}
              {reactions.length > 0 && (
                <MessageReactions
                  message={message}
                  canReact={actions.canWrite}
                  tabIndex={tabIndex}
                  onReact={(sign, on) => actions.react(message, sign, on)}
                />
              )}
            </>
          )}
        </div>
        {!deletedAt && !isChoosing && <MessageTools message={message} actions={actions} tabIndex={tabIndex} />}
      </article>
    </>
  );
});

interface QuoteProps {
  replyTo: NonNullable<ChatMessage["replyTo"]>;
  tabIndex: number;
  onJump: (number: number) => void;
}

function Quote({ replyTo: { number, author, text }, tabIndex, onJump }: QuoteProps) {
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={`Antwort auf ${author}: ${text}`}
      onClick={() => onJump(number)}
      className="flex max-w-full items-center gap-1.5 py-0.5 text-left text-meta text-text-2 hover:text-text-1 max-md:-my-2.5 max-md:min-h-11"
    >
      <Icon of={Reply} size={14} className="text-text-3" />
      <span className="flex-none font-medium">{author}</span>
      <span className="min-w-0 truncate">{text}</span>
    </button>
  );
}

function DayDivider({ at }: { at: Date }) {
  return (
    <p className="flex items-center gap-3 px-5 pb-1 pt-4 text-label text-text-3 after:h-px after:flex-1 after:bg-line max-md:px-4">
      <time dateTime={at.toISOString()}>{dayLabel(at)}</time>
    </p>
  );
}

function NewDivider() {
  return (
    <p className="flex items-center gap-2.5 px-5 pb-0.5 pt-3 text-label font-semibold text-brand-text after:h-px after:flex-1 after:bg-brand after:opacity-60 max-md:px-4">
      Neu
    </p>
  );
}

import { Link } from "@remix-run/react";
import { Calendar, ChevronUp, MessageCircle } from "lucide-react";
import { forwardRef, type ReactNode, useState } from "react";
import { feedbackAreas, feedbackKinds } from "../../../../contract/feedback/feedback.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { formatNumber } from "../../../lib/format.ts";
import { avatarUrl } from "../../../lib/people/avatar-url.ts";
import { portalToday } from "../../../lib/time/portal-clock.ts";
import { formatDay } from "../../../records/values/format-value.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { AvatarStack, type StackPerson } from "../../../ui/avatar/avatar-stack.tsx";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { feedbackValues, kindIcons } from "../feedback-values.ts";

interface CardProps {
  row: RecordRow;
  hasVoted: boolean;
  /** Who else has it open; they sit on its edge. */
  readers?: readonly StackPerson[] | undefined;
  /** Stands in the corner of the card. */
  menu?: ReactNode;
  className?: string | undefined;
  keys?: string | undefined;
  /** The link in it then no longer drags itself away. */
  isDraggable?: boolean;
  /** Whether Remix looks up the route of its page at once, not when somebody comes near. */
  isDiscovered?: boolean;
  onAltArrow?: ((direction: -1 | 1) => void) | undefined;
}

/** An entry on the board: what it is, what it says, who wants it and by when it is due. */
export const Card = forwardRef<HTMLElement, CardProps>(function Card(
  { row, hasVoted, readers = [], menu, className, keys, isDraggable = false, isDiscovered = true, onAltArrow },
  ref,
) {
  const { number, kind, area, comments, assignee, dueAt, status } = feedbackValues(row);
  const isOverdue = dueAt !== null && status !== "done" && dueAt < portalToday();
  return (
    <article
      ref={ref}
      className={cx(
        "group relative rounded-10 border bg-surface p-3 transition-[border-color] focus-within:border-control hover:border-line-strong",
        className,
      )}
    >
      <p className="flex items-center gap-1.5 text-label text-text-3">
        <Icon of={kindIcons[kind]} size={14} />
        <span className="min-w-0 truncate">
          {feedbackKinds[kind]} <span aria-hidden="true">·</span> {feedbackAreas[area]}
        </span>
        <span
          className={cx(
            "num ml-auto flex-none",
            menu !== undefined && "md:group-focus-within:mr-6 md:group-hover:mr-6 max-md:mr-9",
          )}
        >
          {number}
        </span>
      </p>
      <h3 className="mt-1.5 text-card font-medium">
        <CardLink row={row} keys={keys} isDraggable={isDraggable} isDiscovered={isDiscovered} onAltArrow={onAltArrow} />
      </h3>
      <div className="mt-2.5 flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1.5 text-label text-text-2">
        <CardVote row={row} hasVoted={hasVoted} />
        {comments > 0 && (
          <span className="num flex items-center gap-1">
            <Icon of={MessageCircle} size={14} />
            {comments}
            <span className="sr-only">{comments === 1 ? "Kommentar" : "Kommentare"}</span>
          </span>
        )}
        {dueAt && status !== "done" && (
          <span className={cx("num flex items-center gap-1", isOverdue && "font-semibold text-bad-text")}>
            <Icon of={Calendar} size={14} />
            <span className="sr-only">{isOverdue ? "überfällig seit" : "bis"}</span>
            <span title={formatDay(dueAt)}>{formatDay(dueAt).slice(0, 6)}</span>
          </span>
        )}
        {assignee && (
          <Avatar
            name={assignee.label}
            personId={assignee.id}
            src={avatarUrl(assignee.image ?? null)}
            size={20}
            className="ml-auto"
          />
        )}
      </div>
      {menu}
      <AvatarStack
        people={readers}
        size={20}
        max={3}
        className={cx(
          "absolute -top-3.5 right-14 z-[1] animate-fade-in rounded-full bg-surface motion-reduce:animate-none",
          menu !== undefined && "max-md:right-24",
        )}
      />
    </article>
  );
});

type CardLinkProps = Pick<CardProps, "row" | "keys" | "isDraggable" | "isDiscovered" | "onAltArrow">;

/**
 * The link of a card, which lies over all of it. Remix looks up the routes of all links on a page in one request, which it
 * drops where that gets too long; with every change it then collects thousands of them anew, for a fifth of a second.
 */
function CardLink({ row, keys, isDraggable, isDiscovered, onAltArrow }: CardLinkProps) {
  const [isNear, setNear] = useState(false);
  return (
    <Link
      to={`/feedback/${row.id}`}
      discover={isDiscovered || isNear ? "render" : "none"}
      aria-keyshortcuts={keys}
      draggable={isDraggable ? false : undefined}
      className="[hyphens:auto] [overflow-wrap:anywhere] after:absolute after:inset-0 after:rounded-10 focus-visible:outline-none focus-visible:after:outline focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
        event.preventDefault();
        onAltArrow?.(event.key === "ArrowLeft" ? -1 : 1);
      }}
    >
      {row.title}
    </Link>
  );
}

/** The votes of a card, of which one's own is given and taken back right here. */
function CardVote({ row, hasVoted: counted }: { row: RecordRow; hasVoted: boolean }) {
  const { number, votes: stored } = feedbackValues(row);
  const voting = useMutate(useTRPC().feedback.vote.mutationOptions(), { refreshes: ["feedback"] });
  const hasVoted = voting.isPending ? voting.variables.on : counted;
  const votes = stored + (hasVoted === counted ? 0 : hasVoted ? 1 : -1);
  return (
    <button
      type="button"
      aria-pressed={hasVoted}
      title={hasVoted ? "Stimme zurücknehmen" : "Dafür stimmen"}
      onClick={() => !voting.isPending && voting.mutate({ id: row.id, on: !hasVoted })}
      className={cx(
        "num relative z-[1] -my-1 -ml-1.5 flex h-7 items-center gap-1 rounded-6 px-1.5 transition-colors hover:bg-tint-6 max-md:-my-3 max-md:h-11 max-md:min-w-11",
        hasVoted && "font-semibold text-brand-text",
      )}
    >
      <Icon
        of={ChevronUp}
        size={14}
        className={cx(
          "transition-transform duration-180 motion-reduce:transition-none",
          hasVoted && "-translate-y-px scale-125",
        )}
      />
      {formatNumber(votes)}
      <span className="sr-only">
        {votes === 1 ? "Stimme" : "Stimmen"}: für {number} stimmen
      </span>
    </button>
  );
}

import { memo, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cardsPerColumn } from "../../../../contract/feedback/feedback.ts";
import type { FeedbackColumn } from "../../../../contract/feedback/feedback-entry.ts";
import { type BoardStatus, type FeedbackStatus, feedbackStatuses } from "../../../../contract/feedback/statuses.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { formatNumber } from "../../../lib/format.ts";
import type { StackPerson } from "../../../ui/avatar/avatar-stack.tsx";
import { cx } from "../../../ui/cx.ts";
import { feedbackValues, isBoardStatus } from "../feedback-values.ts";
import { CardMenu } from "../status/status-control.tsx";
import { Card } from "./card.tsx";
import { columnClass, MoreCards } from "./columns.tsx";
import { insertionIndex } from "./use-board-moves.ts";

interface BoardColumnProps {
  column: FeedbackColumn;
  voted: ReadonlySet<string>;
  readers: ReadonlyMap<string, StackPerson[]>;
  drag: typeof import("./board-drag.ts") | undefined;
  /** The card of this column that hangs at the pointer. */
  draggedId: string | undefined;
  /** The card that would land here if it were let go now. */
  landingCard: RecordRow | undefined;
  landingHeight: number | undefined;
  onMove: ((row: RecordRow, to: FeedbackStatus) => void) | undefined;
  onMoveBy: (row: RecordRow, direction: -1 | 1) => void;
  onForbidden: (() => void) | undefined;
  onMore: (status: BoardStatus, shown: number) => void;
}

/** Memoised, as its cards are: of a board with thousands only what has changed is rendered. */
export const BoardColumn = memo(function BoardColumn(props: BoardColumnProps) {
  const { column, voted, readers, drag, draggedId, landingCard, landingHeight, onForbidden, onMore, ...rest } = props;
  const { status, total, rows } = column;
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (drag && section.current) return drag.bindColumn(section.current, status);
  }, [drag, status]);
  const isElsewhere = landingCard !== undefined && feedbackValues(landingCard).status !== status;
  const slotIndex = isElsewhere ? insertionIndex(column, landingCard) : -1;
  const slot = <li key="slot" aria-hidden="true" className={slotClass} style={{ height: landingHeight }} />;
  const cards: ReactNode[] = rows.map((row, index) => (
    <BoardCard
      key={row.id}
      row={row}
      hasVoted={voted.has(row.id)}
      readers={readers.get(row.id)}
      drag={drag}
      isDragged={draggedId === row.id}
      isFirstPage={index < cardsPerColumn}
      onForbidden={onForbidden}
      {...rest}
    />
  ));
  if (slotIndex >= 0) cards.splice(slotIndex, 0, slot);
  return (
    <section ref={section} aria-labelledby={headingId} className={cx(columnClass, "md:min-h-[420px] md:self-stretch")}>
      <h2 id={headingId} className="border-b border-line-strong pb-2.5 pt-1 text-ui font-semibold">
        {feedbackStatuses[status]} <span className="num ml-1 font-normal text-text-3">{formatNumber(total)}</span>
      </h2>
      <ul className="mt-3.5 grid grid-cols-1 gap-2.5">{cards}</ul>
      <MoreCards left={total - rows.length} onMore={() => onMore(status, rows.length + cardsPerColumn)} />
      {total === 0 && slotIndex === -1 && <p className="px-3 py-2 text-note text-text-3">Nichts in dieser Spalte.</p>}
    </section>
  );
});

const slotClass = "rounded-10 border border-dashed border-control";

/**
 * Cards far from the window are neither laid out nor painted. The clip margin leaves room for the readers and the focus
 * ring, which stand over the edge of a card; where a browser has none, all cards are rendered. What a column shows at
 * first always is, so that its height is never a guess.
 */
const renderedNearWindow =
  "[contain-intrinsic-height:auto_116px] supports-[overflow-clip-margin:16px]:[content-visibility:auto] [overflow-clip-margin:16px] print:![content-visibility:visible]";

type BoardCardProps = Pick<BoardColumnProps, "drag" | "onMove" | "onMoveBy" | "onForbidden"> & {
  row: RecordRow;
  hasVoted: boolean;
  readers: readonly StackPerson[] | undefined;
  isDragged: boolean;
  /** Whether it is among the cards that a column shows at first. */
  isFirstPage: boolean;
};

const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { row, hasVoted, readers, isDragged, isFirstPage, drag, onMove, onMoveBy, onForbidden } = props;
  const card = useRef<HTMLElement>(null);
  const { status } = feedbackValues(row);
  useEffect(() => {
    if (drag && card.current && isBoardStatus(status)) return drag.bindCard(card.current, { id: row.id, from: status });
  }, [drag, row.id, status]);
  useEffect(() => {
    const element = card.current;
    if (!element || !onForbidden) return;
    // A link can be dragged away by nature; who tries to is told why the card stays.
    const refuse = (event: DragEvent) => {
      event.preventDefault();
      onForbidden();
    };
    element.addEventListener("dragstart", refuse);
    return () => element.removeEventListener("dragstart", refuse);
  }, [onForbidden]);
  // What one is mounted with stays, for cards pass the end of the first page with every move above it.
  const [isAlwaysRendered] = useState(isFirstPage);
  return (
    <li data-card={row.id} className={isAlwaysRendered ? undefined : renderedNearWindow}>
      <Card
        ref={card}
        row={row}
        hasVoted={hasVoted}
        readers={readers}
        isDraggable={drag !== undefined}
        isDiscovered={isAlwaysRendered}
        keys={onMove && "Alt+ArrowLeft Alt+ArrowRight"}
        menu={onMove && <CardMenu row={row} onMove={(to) => onMove(row, to)} />}
        className={cx(
          drag && "cursor-grab",
          isDragged && "!border-dashed !border-control !bg-transparent [&>*]:invisible",
        )}
        onAltArrow={(direction) => onMoveBy(row, direction)}
      />
    </li>
  );
});

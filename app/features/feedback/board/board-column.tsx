import { type ReactNode, useEffect, useId, useRef } from "react";
import { cardsPerColumn } from "../../../../contract/feedback/feedback.ts";
import type { FeedbackColumn } from "../../../../contract/feedback/feedback-entry.ts";
import { type FeedbackStatus, feedbackStatuses } from "../../../../contract/feedback/statuses.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { formatNumber } from "../../../lib/format.ts";
import type { StackPerson } from "../../../ui/avatar/avatar-stack.tsx";
import { cx } from "../../../ui/cx.ts";
import { feedbackValues, isBoardStatus } from "../feedback-values.ts";
import { CardMenu } from "../status/status-control.tsx";
import type { Dragged } from "./board-drag.ts";
import { Card } from "./card.tsx";
import { columnClass, MoreCards } from "./columns.tsx";
import { insertionIndex } from "./use-board-moves.ts";

interface BoardColumnProps {
  column: FeedbackColumn;
  voted: readonly string[];
  readersOf: (id: string) => StackPerson[];
  drag: typeof import("./board-drag.ts") | undefined;
  dragged: Dragged | undefined;
  /** The card that would land here if it were let go now. */
  landingCard: RecordRow | undefined;
  onMove: ((row: RecordRow, to: FeedbackStatus) => void) | undefined;
  onMoveBy: (row: RecordRow, direction: -1 | 1) => void;
  onForbidden: (() => void) | undefined;
  onMore: (shown: number) => void;
}

export function BoardColumn(props: BoardColumnProps) {
  const { column, voted, readersOf, drag, dragged, landingCard, onForbidden, onMore, ...rest } = props;
  const { status, total, rows } = column;
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (drag && section.current) return drag.bindColumn(section.current, status);
  }, [drag, status]);
  const isElsewhere = landingCard !== undefined && feedbackValues(landingCard).status !== status;
  const slotIndex = isElsewhere ? insertionIndex(column, landingCard) : -1;
  const slot = <li key="slot" aria-hidden="true" className={slotClass} style={{ height: dragged?.height }} />;
  const cards: ReactNode[] = rows.map((row) => (
    <li key={row.id}>
      <BoardCard
        row={row}
        hasVoted={voted.includes(row.id)}
        readers={readersOf(row.id)}
        drag={drag}
        isDragged={dragged?.id === row.id}
        onForbidden={onForbidden}
        {...rest}
      />
    </li>
  ));
  if (slotIndex >= 0) cards.splice(slotIndex, 0, slot);
  return (
    <section ref={section} aria-labelledby={headingId} className={cx(columnClass, "md:min-h-[420px] md:self-stretch")}>
      <h2 id={headingId} className="border-b border-line-strong pb-2.5 pt-1 text-ui font-semibold">
        {feedbackStatuses[status]} <span className="num ml-1 font-normal text-text-3">{formatNumber(total)}</span>
      </h2>
      <ul className="mt-3.5 grid grid-cols-1 gap-2.5">{cards}</ul>
      <MoreCards left={total - rows.length} onMore={() => onMore(rows.length + cardsPerColumn)} />
      {total === 0 && slotIndex === -1 && <p className="px-3 py-2 text-note text-text-3">Nichts in dieser Spalte.</p>}
    </section>
  );
}

const slotClass = "rounded-10 border border-dashed border-control";

type BoardCardProps = Pick<BoardColumnProps, "drag" | "onMove" | "onMoveBy" | "onForbidden"> & {
  row: RecordRow;
  hasVoted: boolean;
  readers: readonly StackPerson[];
  isDragged: boolean;
};

function BoardCard({ row, hasVoted, readers, isDragged, drag, onMove, onMoveBy, onForbidden }: BoardCardProps) {
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
  return (
    <Card
      ref={card}
      row={row}
      hasVoted={hasVoted}
      readers={readers}
      isDraggable={drag !== undefined}
      keys={onMove && "Alt+ArrowLeft Alt+ArrowRight"}
      menu={onMove && <CardMenu row={row} onMove={(to) => onMove(row, to)} />}
      className={cx(
        drag && "cursor-grab",
        isDragged && "!border-dashed !border-control !bg-transparent [&>*]:invisible",
      )}
      onAltArrow={(direction) => onMoveBy(row, direction)}
    />
  );
}

import { useId, useMemo } from "react";
import { cardsPerColumn, roadmapDays } from "../../../../contract/feedback/feedback.ts";
import type { FeedbackBoard, FeedbackColumn } from "../../../../contract/feedback/feedback-entry.ts";
import { type BoardStatus, feedbackStatuses } from "../../../../contract/feedback/statuses.ts";
import { formatNumber } from "../../../lib/format.ts";
import { formatDay } from "../../../records/values/format-value.ts";
import type { StackPerson } from "../../../ui/avatar/avatar-stack.tsx";
import { feedbackValues } from "../feedback-values.ts";
import { Card } from "./card.tsx";
import { columnClass, columnsClass, MoreCards } from "./columns.tsx";

interface RoadmapProps {
  board: FeedbackBoard;
  /** Who else looks at which entry. */
  readers: ReadonlyMap<string, StackPerson[]>;
  /** Asks for so many cards of a column. */
  onMore: (status: BoardStatus, shown: number) => void;
}

/** What comes, what is under way and what came lately. */
export function Roadmap({ board, readers, onMore }: RoadmapProps) {
  const voted = useMemo(() => new Set(board.voted), [board.voted]);
  return (
    <div className={columnsClass(3)}>
      {board.columns.map((column) => (
        <RoadmapColumn
          key={column.status}
          column={column}
          voted={voted}
          readers={readers}
          onMore={() => onMore(column.status, column.rows.length + cardsPerColumn)}
        />
      ))}
    </div>
  );
}

interface ColumnProps extends Pick<RoadmapProps, "readers"> {
  column: FeedbackColumn;
  voted: ReadonlySet<string>;
  onMore: () => void;
}

function RoadmapColumn({ column: { status, total, rows }, voted, readers, onMore }: ColumnProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={columnClass}>
      <h2 id={headingId} className="border-b border-line-strong pb-2.5 pt-1 text-ui font-semibold">
        {feedbackStatuses[status]} <span className="num ml-1 font-normal text-text-3">{formatNumber(total)}</span>
        {status === "done" && <span className="ml-2 font-normal text-text-3">in den letzten {roadmapDays} Tagen</span>}
      </h2>
      <ul className="mt-3.5 grid grid-cols-1 gap-2.5">
        {rows.map((row) => {
          const { doneAt, releasedIn } = feedbackValues(row);
          return (
            <li key={row.id}>
              <Card row={row} hasVoted={voted.has(row.id)} readers={readers.get(row.id)} />
              {doneAt && (
                <p className="px-3 pt-1 text-label text-text-3">
                  {formatDay(doneAt)}
                  {releasedIn && ` · ${releasedIn}`}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {total === 0 && <p className="px-3 py-2 text-note text-text-3">Nichts in dieser Spalte.</p>}
      <MoreCards left={total - rows.length} onMore={onMore} />
    </section>
  );
}

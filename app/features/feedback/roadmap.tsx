import { useId } from "react";
import { feedbackStatuses, roadmapDays } from "../../../contract/feedback.ts";
import type { FeedbackBoard, FeedbackColumn } from "../../../contract/feedback-entry.ts";
import { formatNumber } from "../../lib/format.ts";
import { formatDay } from "../records/value-text.ts";
import { Card } from "./card.tsx";
import { columnClass, columnsClass } from "./column-class.ts";
import { feedbackValues } from "./feedback-values.ts";

/** What comes, what is under way and what came lately. */
export function Roadmap({ board }: { board: FeedbackBoard }) {
  return (
    <div className={columnsClass(3)}>
      {board.columns.map((column) => (
        <RoadmapColumn key={column.status} column={column} voted={board.voted} />
      ))}
    </div>
  );
}

function RoadmapColumn({ column: { status, total, rows }, voted }: { column: FeedbackColumn; voted: string[] }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={columnClass}>
      <h2 id={headingId} className="border-b border-line-strong pb-2.5 pt-1 text-ui font-semibold">
        {feedbackStatuses[status]} <span className="num ml-1 font-normal text-text-3">{formatNumber(total)}</span>
        {status === "done" && <span className="ml-2 font-normal text-text-3">in den letzten {roadmapDays} Tagen</span>}
      </h2>
      <ul className="mt-2.5 grid gap-2.5">
        {rows.map((row) => {
          const { doneAt, releasedIn } = feedbackValues(row);
          return (
            <li key={row.id}>
              <Card row={row} hasVoted={voted.includes(row.id)} />
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
      {total > rows.length && (
        <p className="px-3 py-2 text-note text-text-3">
          {formatNumber(total - rows.length)} weitere stehen auf dem Board.
        </p>
      )}
    </section>
  );
}

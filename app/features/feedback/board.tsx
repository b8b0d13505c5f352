import { useRef } from "react";
import { type BoardStatus, boardStatuses, type FeedbackStatus } from "../../../contract/feedback.ts";
import type { FeedbackBoard } from "../../../contract/feedback-entry.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { showToast } from "../../lib/toasts.ts";
import { useRole } from "../records/use-role.ts";
import { BoardColumn } from "./board-column.tsx";
import type { boardInput } from "./board-input.ts";
import { columnsClass } from "./column-class.ts";
import { feedbackValues, isBoardStatus } from "./feedback-values.ts";
import { useBoardDrag } from "./use-board-drag.ts";
import { useBoardMoves } from "./use-board-moves.ts";
import { useGlide } from "./use-glide.ts";

interface BoardProps {
  board: FeedbackBoard;
  input: ReturnType<typeof boardInput>;
  /** Asks for so many cards of a column. */
  onMore: (status: BoardStatus, shown: number) => void;
}

const notAllowed = () => showToast({ tone: "info", title: "Verschieben können nur Betreuer.", id: "feedback-move" });

/** Five columns between which maintainers move cards: by pointer, by menu, or by Alt and the arrow keys. */
export function Board({ board, input, onMore }: BoardProps) {
  const mayMove = hasAbility(useRole(), "manageFeedback");
  const move = useBoardMoves(input);
  const find = (id: string) => board.columns.flatMap(({ rows }) => rows).find((row) => row.id === id);
  const { drag, dragged, over } = useBoardDrag(mayMove, ({ id }, to) => {
    const row = find(id);
    if (row) void move(row, to);
  });
  const sheet = useRef<HTMLDivElement>(null);
  useGlide(sheet, board);

  const step = (row: RecordRow, direction: -1 | 1) => {
    if (!mayMove) return notAllowed();
    const { status } = feedbackValues(row);
    const to = isBoardStatus(status) && boardStatuses[boardStatuses.indexOf(status) + direction];
    if (to) void move(row, to);
  };
  return (
    <>
      {mayMove && (
        <p id="feedback-moves" className="sr-only">
          Mit Alt und den Pfeiltasten nach links und rechts wandert ein Eintrag in die Spalte daneben.
        </p>
      )}
      <div ref={sheet} className={columnsClass(5)}>
        {board.columns.map((column) => (
          <BoardColumn
            key={column.status}
            column={column}
            voted={board.voted}
            drag={drag}
            dragged={dragged}
            guest={over === column.status && dragged ? find(dragged.id) : undefined}
            onMove={mayMove ? (row: RecordRow, to: FeedbackStatus) => void move(row, to) : undefined}
            onStep={step}
            onForbidden={mayMove ? undefined : notAllowed}
            onMore={(shown) => onMore(column.status as BoardStatus, shown)}
          />
        ))}
      </div>
    </>
  );
}

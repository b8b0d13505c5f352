import { useEffect, useRef, useState } from "react";
import {
  type BoardStatus,
  boardStatuses,
  type FeedbackStatus,
  feedbackStatuses,
} from "../../../contract/feedback/feedback.ts";
import type { FeedbackBoard } from "../../../contract/feedback/feedback-entry.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { showToast } from "../../lib/dialogs/toasts.ts";
import { useRole } from "../../lib/people/use-role.ts";
import type { StackPerson } from "../../ui/avatar/avatar-stack.tsx";
import { BoardColumn } from "./board-column.tsx";
import { columnsClass } from "./column-class.ts";
import { feedbackValues, isBoardStatus } from "./feedback-values.ts";
import { moveCard } from "./move-card.ts";
import { useBoardDrag } from "./use-board-drag.ts";
import { useBoardMoves } from "./use-board-moves.ts";
import { useGlide } from "./use-glide.ts";
import { useKeptFocus } from "./use-kept-focus.ts";

interface BoardProps {
  board: FeedbackBoard;
  /** Who else looks at an entry. */
  readersOf: (id: string) => StackPerson[];
  /** Asks for so many cards of a column. */
  onMore: (status: BoardStatus, shown: number) => void;
}

const notAllowed = () => showToast({ tone: "info", title: "Verschieben können nur Betreuer.", id: "feedback-move" });

/** Five columns between which maintainers move cards: by pointer, by menu, or by Alt and the arrow keys. */
export function Board({ board, readersOf, onMore }: BoardProps) {
  const mayMove = hasAbility(useRole(), "manageFeedback");
  const { shown, move } = useBoardMoves(board);
  const picked = useRef<RecordRow>();
  const dropped = useRef("");
  const { drag, dragged, over } = useBoardDrag(mayMove, {
    pick: (id) => {
      picked.current = find(id);
    },
    // The card as it was picked up: whoever has moved it meanwhile was faster.
    drop: (to) => {
      dropped.current = picked.current?.id ?? "";
      if (picked.current) void move(picked.current, to, { isHeld: true });
    },
  });
  // What hangs at the pointer stays where it was taken from, whatever others do to it.
  const held = dragged ? moveCard(shown, dragged.id, dragged.from) : shown;
  const find = (id: string) => held.columns.flatMap(({ rows }) => rows).find((row) => row.id === id);
  const sheet = useRef<HTMLDivElement>(null);
  const keepFocusOn = useKeptFocus(sheet);
  useGlide(sheet, held, dropped);
  useEffect(() => {
    if (!dragged) dropped.current = "";
  });

  const [walk, setWalk] = useState("");
  const step = (row: RecordRow, direction: -1 | 1) => {
    if (!mayMove) return notAllowed();
    const { status, number } = feedbackValues(row);
    const to = isBoardStatus(status) && boardStatuses[boardStatuses.indexOf(status) + direction];
    if (!to) return;
    keepFocusOn(row.id);
    setWalk(`${number}: ${feedbackStatuses[to]}`);
    void move(row, to);
  };
  return (
    <>
      {mayMove && (
        <p id="feedback-moves" className="sr-only">
          Mit Alt und den Pfeiltasten nach links und rechts wandert ein Eintrag in die Spalte daneben.
        </p>
      )}
      <p role="status" className="sr-only">
        {walk}
      </p>
      <div ref={sheet} className={columnsClass(5)}>
        {held.columns.map((column) => (
          <BoardColumn
            key={column.status}
            column={column}
            voted={board.voted}
            readersOf={readersOf}
            drag={drag}
            dragged={dragged}
            guest={over === column.status && dragged ? find(dragged.id) : undefined}
            onMove={mayMove ? (row: RecordRow, to: FeedbackStatus) => void move(row, to) : undefined}
            onStep={step}
            onForbidden={mayMove ? undefined : notAllowed}
            onMore={(count) => onMore(column.status as BoardStatus, count)}
          />
        ))}
      </div>
    </>
  );
}

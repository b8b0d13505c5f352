import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FeedbackBoard } from "../../../../contract/feedback/feedback-entry.ts";
import {
  type BoardStatus,
  boardStatuses,
  type FeedbackStatus,
  feedbackStatuses,
} from "../../../../contract/feedback/statuses.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import { closest } from "../../../lib/closest.ts";
import { showToast } from "../../../lib/dialogs/toasts.ts";
import { useRole } from "../../../lib/people/use-role.ts";
import { useIsomorphicLayoutEffect } from "../../../lib/use-isomorphic-layout-effect.ts";
import type { StackPerson } from "../../../ui/avatar/avatar-stack.tsx";
import { feedbackValues, isBoardStatus } from "../feedback-values.ts";
import { BoardColumn } from "./board-column.tsx";
import type { Dragged } from "./board-drag.ts";
import { columnsClass } from "./columns.tsx";
import { FlipAnimation, findCard } from "./flip-animation.ts";
import { moveCard, useBoardMoves } from "./use-board-moves.ts";

interface BoardProps {
  board: FeedbackBoard;
  /** Who else looks at which entry. */
  readers: ReadonlyMap<string, StackPerson[]>;
  /** Asks for so many cards of a column. */
  onMore: (status: BoardStatus, shown: number) => void;
}

const explainReadOnly = () =>
  showToast({ tone: "info", title: "Verschieben können nur Betreuer.", id: "feedback-move" });

/** Five columns between which maintainers move cards: by pointer, by menu, or by Alt and the arrow keys. */
export function Board({ board, readers, onMore }: BoardProps) {
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
  const visible = dragged ? moveCard(shown, dragged.id, dragged.from) : shown;
  const find = (id: string) => visible.columns.flatMap(({ rows }) => rows).find((row) => row.id === id);
  const container = useRef<HTMLDivElement>(null);
  const keepFocusOn = useFocusFollowsCard(container);
  useEffect(() => {
    if (!dragged) dropped.current = "";
  });

  const [announcement, setAnnouncement] = useState("");
  const voted = useMemo(() => new Set(board.voted), [board.voted]);
  const moveTo = useStableCallback((row: RecordRow, to: FeedbackStatus) => void move(row, to));
  const moveBy = useStableCallback((row: RecordRow, direction: -1 | 1) => {
    if (!mayMove) return explainReadOnly();
    const { status, number } = feedbackValues(row);
    const to = isBoardStatus(status) && boardStatuses[boardStatuses.indexOf(status) + direction];
    if (!to) return;
    keepFocusOn(row.id);
    setAnnouncement(`${number}: ${feedbackStatuses[to]}`);
    void move(row, to);
  });
  return (
    <>
      {mayMove && (
        <p id="feedback-moves" className="sr-only">
          Mit Alt und den Pfeiltasten nach links und rechts wandert ein Eintrag in die Spalte daneben.
        </p>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div ref={container} className={columnsClass(5)}>
        {visible.columns.map((column) => (
          <BoardColumn
            key={column.status}
            column={column}
            voted={voted}
            readers={readers}
            drag={drag}
            draggedId={dragged?.from === column.status ? dragged.id : undefined}
            landingCard={over === column.status && dragged ? find(dragged.id) : undefined}
            landingHeight={over === column.status ? dragged?.height : undefined}
            onMove={mayMove ? moveTo : undefined}
            onMoveBy={moveBy}
            onForbidden={mayMove ? undefined : explainReadOnly}
            onMore={onMore}
          />
        ))}
      </div>
      <FlipAnimation board={visible} container={container} dropped={dropped} />
    </>
  );
}

type DragModule = typeof import("./board-drag.ts");

/** Fetches what dragging needs for those who may, and follows what they drag. */
function useBoardDrag(isAllowed: boolean, on: { pick(id: string): void; drop(to: BoardStatus): void }) {
  const [drag, setDrag] = useState<DragModule>();
  const [dragged, setDragged] = useState<Dragged>();
  const [over, setOver] = useState<BoardStatus>();
  const latest = useRef(on);
  useEffect(() => {
    latest.current = on;
  });
  useEffect(() => {
    if (!isAllowed) return;
    let isUnmounted = false;
    // Without it cards still move by their menus and by keys.
    import("./board-drag.ts").then((module) => !isUnmounted && setDrag(module)).catch(() => undefined);
    return () => {
      isUnmounted = true;
    };
  }, [isAllowed]);
  useEffect(
    () =>
      drag?.watchDrags({
        onDragged: (card) => {
          if (card) latest.current.pick(card.id);
          setDragged(card);
        },
        onOver: setOver,
        onDrop: (to) => latest.current.drop(to),
      }),
    [drag],
  );
  return { drag: isAllowed ? drag : undefined, dragged, over };
}

/**
 * Keeps the keys on a card that they move, until they or the pointer go elsewhere: in another column it is another
 * element, and the browser lets go of it.
 */
function useFocusFollowsCard(container: RefObject<HTMLElement | null>): (id: string) => void {
  const followedId = useRef<string>();
  useIsomorphicLayoutEffect(() => {
    if (!container.current || followedId.current === undefined || document.activeElement !== document.body) return;
    findCard(container.current, followedId.current)?.querySelector("a")?.focus();
  });
  useEffect(() => {
    const forget = ({ type, target }: Event) => {
      const card = type === "focusin" && closest(target, "[data-card]");
      if (!card || card.dataset.card !== followedId.current) followedId.current = undefined;
    };
    document.addEventListener("pointerdown", forget);
    document.addEventListener("focusin", forget);
    return () => {
      document.removeEventListener("pointerdown", forget);
      document.removeEventListener("focusin", forget);
    };
  }, []);
  return useCallback((id) => {
    followedId.current = id;
  }, []);
}

/** Returns one function for the whole life of a component, which calls what was last rendered; for memoised children. */
function useStableCallback<Input extends unknown[]>(callback: (...input: Input) => void): (...input: Input) => void {
  const latest = useRef(callback);
  useIsomorphicLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...input) => latest.current(...input), []);
}

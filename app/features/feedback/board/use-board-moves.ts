import { useMemo, useRef, useState } from "react";
import type { FeedbackBoard, FeedbackColumn } from "../../../../contract/feedback/feedback-entry.ts";
import type { FeedbackStatus } from "../../../../contract/feedback/statuses.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { useInvalidate } from "../../../lib/api/invalidate.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { showToast } from "../../../lib/dialogs/toasts.ts";
import { feedbackValues } from "../feedback-values.ts";
import { openTransitionDialog } from "../status/open-transition-dialog.tsx";
import { requiredInput } from "../status/transition.ts";
import { competingTransitionOf, competingTransitionText } from "../status/use-transition.ts";

/** Where a card is shown until the board has it in the version that the server told of; none while a step is on its way. */
interface PendingMove {
  to: FeedbackStatus;
  version?: number;
}

/**
 * Moves cards: shown at once, one step of a card after the other, and back where the server refuses. Until then whatever
 * comes in of others changes the rest of the board, not the cards on their way.
 */
export function useBoardMoves(board: FeedbackBoard) {
  const [moved, setMoved] = useState<ReadonlyMap<string, PendingMove>>(new Map());
  /** The version that the last step of each card on its way leads to. */
  const running = useRef(new Map<string, Promise<number>>());
  const knownVersions = useRef(new Map<string, number>());
  const invalidate = useInvalidate();
  const moving = useMutate(useTRPC().feedback.setStatus.mutationOptions(), {
    refreshes: ["change"],
    onRefused: (error) => competingTransitionOf(error) !== undefined,
  });
  const showAt = (id: string, position: PendingMove | undefined) =>
    setMoved((now) => {
      const others = [...now].filter(([other]) => other !== id);
      return new Map(position ? [...others, [id, position]] : others);
    });

  const applyMove = async (row: RecordRow, to: FeedbackStatus) => {
    const { id } = row;
    showAt(id, { to });
    const before = running.current.get(id);
    const apply = async () => {
      const version = Math.max(row.version, knownVersions.current.get(id) ?? 0);
      const written = await moving.mutateAsync({ id, status: to, version });
      knownVersions.current.set(id, written.version);
      return written.version;
    };
    // Transitions queued behind a refused one are not sent; only the refused one says why.
    const transition = before ? before.then(apply, () => Promise.reject(previousRefused)) : apply();
    running.current.set(id, transition);
    let position: PendingMove | undefined;
    try {
      position = { to, version: await transition };
    } catch (error) {
      const other = error === previousRefused ? undefined : competingTransitionOf(error);
      if (other?.status) position = { to: other.status, version: other.version };
      if (other && other.status !== to) showCompetingTransition(row, competingTransitionText(numberOf(row), other));
      if (other) knownVersions.current.set(id, other.version);
    }
    if (running.current.get(id) !== transition) return;
    running.current.delete(id);
    showAt(id, position);
    // Whatever came of it, the board then shows what the server has.
    await invalidate(["feedback"]);
  };

  const shown = useMemo(
    () =>
      [...moved].reduce(
        (now, [id, position]) => (isAhead(now, id, position) ? moveCard(now, id, position.to) : now),
        board,
      ),
    [board, moved],
  );
  return {
    /** The board with the cards where this person has put them. */
    shown,
    /** `isHeld`: the card waits in its new column while words are asked for, as it does when it was dropped there. */
    async move(row: RecordRow, to: FeedbackStatus, { isHeld = false } = {}): Promise<void> {
      const { status: from } = feedbackValues(row);
      if (from === to) return;
      if (requiredInput(from, to) === undefined) return applyMove(row, to);
      if (isHeld) showAt(row.id, { to });
      const version = Math.max(row.version, knownVersions.current.get(row.id) ?? 0);
      await openTransitionDialog({ ids: [row.id], title: `${numberOf(row)} ${row.title}`, version, from }, to);
      if (isHeld) showAt(row.id, undefined);
    },
  };
}

/** Whether what is known of a card is newer than what the board has of it. */
function isAhead({ columns }: FeedbackBoard, id: string, { version }: PendingMove): boolean {
  if (version === undefined) return true;
  const row = columns.flatMap(({ rows }) => rows).find((each) => each.id === id);
  return row !== undefined && row.version < version;
}

const previousRefused = new Error("The transition before was refused.");

const numberOf = (row: RecordRow) => feedbackValues(row).number;

function showCompetingTransition(row: RecordRow, message: string): void {
  showToast({
    tone: "info",
    title: "Nicht verschoben",
    message,
    autoCloseMs: false,
    action: { label: "Ansehen", href: `/feedback/${row.id}` },
  });
}

/** The board as it looks once a card has moved; columns without the card, or that do not show, stay as they are. */
export function moveCard(board: FeedbackBoard, id: string, to: FeedbackStatus): FeedbackBoard {
  const card = board.columns.flatMap(({ rows }) => rows).find((row) => row.id === id);
  if (!card || feedbackValues(card).status === to) return board;
  const moved = { ...card, values: { ...card.values, status: to } };
  const columns = board.columns.map((column) => {
    const without = column.rows.filter((row) => row.id !== id);
    if (column.status === to) return insert({ ...column, rows: without }, moved);
    return without.length === column.rows.length ? column : { ...column, total: column.total - 1, rows: without };
  });
  return { ...board, columns };
}

function insert(column: FeedbackColumn, card: RecordRow): FeedbackColumn {
  const at = insertionIndex(column, card);
  return { ...column, total: column.total + 1, rows: [...column.rows.slice(0, at), card, ...column.rows.slice(at)] };
}

/** Where a card lands: what has just moved is fresh, so that it weighs as much as it has votes, and leads its equals. */
export function insertionIndex({ rows }: Pick<FeedbackColumn, "rows">, card: RecordRow): number {
  const { votes } = feedbackValues(card);
  const others = rows.filter(({ id }) => id !== card.id);
  const at = others.findIndex((row) => feedbackValues(row).weight <= votes);
  return at === -1 ? others.length : at;
}

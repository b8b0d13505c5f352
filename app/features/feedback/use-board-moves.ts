import { useMemo, useRef, useState } from "react";
import type { FeedbackStatus } from "../../../contract/feedback/feedback.ts";
import type { FeedbackBoard } from "../../../contract/feedback/feedback-entry.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { showToast } from "../../lib/dialogs/toasts.ts";
import { feedbackValues } from "./feedback-values.ts";
import { moveCard } from "./move-card.ts";
import { openStepDialog } from "./open-step-dialog.tsx";
import { otherStepOf, otherStepWords } from "./other-step.ts";
import { askedFor } from "./step.ts";

/** Where a card is shown until the board has it in the version that the server told of; none while a step is on its way. */
interface Moved {
  to: FeedbackStatus;
  version?: number;
}

/**
 * Moves cards: shown at once, one step of a card after the other, and back where the server refuses. Until then whatever
 * comes in of others changes the rest of the board, not the cards on their way.
 */
export function useBoardMoves(board: FeedbackBoard) {
  const [moved, setMoved] = useState<ReadonlyMap<string, Moved>>(new Map());
  /** The version that the last step of each card on its way leads to. */
  const running = useRef(new Map<string, Promise<number>>());
  const known = useRef(new Map<string, number>());
  const invalidate = useInvalidate();
  const moving = useMutate(useTRPC().feedback.setStatus.mutationOptions(), {
    refreshes: ["change"],
    onRefused: (error) => otherStepOf(error) !== undefined,
  });
  const place = (id: string, where: Moved | undefined) =>
    setMoved((now) => {
      const others = [...now].filter(([other]) => other !== id);
      return new Map(where ? [...others, [id, where]] : others);
    });

  const moveAtOnce = async (row: RecordRow, to: FeedbackStatus) => {
    const { id } = row;
    place(id, { to });
    const before = running.current.get(id);
    const take = async () => {
      const version = Math.max(row.version, known.current.get(id) ?? 0);
      const written = await moving.mutateAsync({ id, status: to, version });
      known.current.set(id, written.version);
      return written.version;
    };
    // Steps behind one that was refused are not taken; it alone says why.
    const step = before ? before.then(take, () => Promise.reject(notTaken)) : take();
    running.current.set(id, step);
    let where: Moved | undefined;
    try {
      where = { to, version: await step };
    } catch (error) {
      const other = error === notTaken ? undefined : otherStepOf(error);
      if (other?.status) where = { to: other.status, version: other.version };
      if (other && other.status !== to) tellOther(row, otherStepWords(numberOf(row), other));
      if (other) known.current.set(id, other.version);
    }
    if (running.current.get(id) !== step) return;
    running.current.delete(id);
    place(id, where);
    // Whatever came of it, the board then shows what the server has.
    await invalidate(["feedback"]);
  };

  const shown = useMemo(
    () => [...moved].reduce((now, [id, where]) => (isAhead(now, id, where) ? moveCard(now, id, where.to) : now), board),
    [board, moved],
  );
  return {
    /** The board with the cards where this person has put them. */
    shown,
    /** `isHeld`: the card waits in its new column while words are asked for, as it does when it was dropped there. */
    async move(row: RecordRow, to: FeedbackStatus, { isHeld = false } = {}): Promise<void> {
      const { status: from } = feedbackValues(row);
      if (from === to) return;
      if (askedFor(from, to) === undefined) return moveAtOnce(row, to);
      if (isHeld) place(row.id, { to });
      const version = Math.max(row.version, known.current.get(row.id) ?? 0);
      await openStepDialog({ ids: [row.id], title: `${numberOf(row)} ${row.title}`, version, from }, to);
      if (isHeld) place(row.id, undefined);
    },
  };
}

/** Whether what is known of a card is newer than what the board has of it. */
function isAhead({ columns }: FeedbackBoard, id: string, { version }: Moved): boolean {
  if (version === undefined) return true;
  const row = columns.flatMap(({ rows }) => rows).find((each) => each.id === id);
  return row !== undefined && row.version < version;
}

const notTaken = new Error("The step before was refused.");

const numberOf = (row: RecordRow) => feedbackValues(row).number;

function tellOther(row: RecordRow, message: string): void {
  showToast({
    tone: "info",
    title: "Nicht verschoben",
    message,
    autoCloseMs: false,
    action: { label: "Ansehen", href: `/feedback/${row.id}` },
  });
}

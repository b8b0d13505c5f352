import { useQueryClient } from "@tanstack/react-query";
import type { FeedbackStatus } from "../../../contract/feedback.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { useMutate } from "../../lib/mutate.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import type { boardInput } from "./board-input.ts";
import { feedbackValues } from "./feedback-values.ts";
import { moveCard } from "./move-card.ts";
import { openStepDialog } from "./open-step-dialog.tsx";
import { askedFor } from "./step.ts";

/** Moves cards: at once where nothing has to be said, and back where the server refuses. */
export function useBoardMoves(input: ReturnType<typeof boardInput>) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const queryKey = trpc.feedback.board.queryKey(input);
  const moving = useMutate(trpc.feedback.setStatus.mutationOptions(), { refreshes: ["change"] });
  const moveAtOnce = async (row: RecordRow, to: FeedbackStatus) => {
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, (board) => board && moveCard(board, row.id, to));
    // Whatever came of it, the board then shows what the server has; a refused card goes back.
    const settle = () => void queryClient.invalidateQueries({ queryKey: [["feedback"]] });
    moving.mutate({ id: row.id, status: to, version: row.version }, { onSettled: settle });
  };
  return async (row: RecordRow, to: FeedbackStatus): Promise<void> => {
    const { status: from, number } = feedbackValues(row);
    if (from === to) return;
    if (askedFor(from, to) === undefined) return moveAtOnce(row, to);
    await openStepDialog({ ids: [row.id], title: `${number} ${row.title}`, version: row.version, from }, to);
  };
}

import type { FeedbackStatus } from "../../../../contract/feedback/feedback.ts";
import type { FeedbackBoard, FeedbackColumn } from "../../../../contract/feedback/feedback-entry.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { feedbackValues } from "../feedback-values.ts";

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

import type { FeedbackBoard, FeedbackColumn } from "../../../../contract/feedback/feedback-entry.ts";

/**
 * The board as it was just read, with every row and column of the board before that says the same, so that only cards
 * that have changed are rendered. The query client's own structural sharing does not do: rows hold dates, which it takes
 * for changed, and it compares them by their positions, which all shift when a card leaves the top of a column.
 */
export function keepRows(before: unknown, board: unknown): FeedbackBoard {
  const next = board as FeedbackBoard;
  if (before === undefined || before === board) return next;
  const { columns, voted, exits } = before as FeedbackBoard;
  const known = new Map(columns.flatMap(({ rows }) => rows).map((row) => [row.id, row]));
  const kept = {
    columns: next.columns.map((column) => {
      const rows = column.rows.map((row) => {
        const old = known.get(row.id);
        return old && isEqual(old, row) ? old : row;
      });
      return unlessSame(
        columns.find(({ status }) => status === column.status),
        { ...column, rows },
      );
    }),
    exits: isEqual(exits, next.exits) ? exits : next.exits,
    voted: isEqual(voted, next.voted) ? voted : next.voted,
  };
  const isSame = isEqual(kept.columns, columns) && kept.exits === exits && kept.voted === voted;
  return isSame ? (before as FeedbackBoard) : kept;
}

function unlessSame(before: FeedbackColumn | undefined, column: FeedbackColumn): FeedbackColumn {
  const isSame =
    before?.total === column.total &&
    before.rows.length === column.rows.length &&
    before.rows.every((row, index) => row === column.rows[index]);
  return isSame ? before : column;
}

/** Whether two values of an answer say the same: plain objects, arrays, dates and what JSON has. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (one instanceof Date || other instanceof Date) return Number(one) === Number(other);
  const [names, otherNames] = [Object.keys(one), Object.keys(other)];
  if (names.length !== otherNames.length) return false;
  return names.every((name) => isEqual(one[name as keyof typeof one], other[name as keyof typeof other]));
}

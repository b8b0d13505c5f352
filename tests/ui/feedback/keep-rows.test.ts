import { expect, test } from "vitest";
import { keepRows } from "../../../app/features/feedback/board/keep-rows.ts";
import type { FeedbackBoard } from "../../../contract/feedback/feedback-entry.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";

/** A board as an answer brings it: everything in it is a new object. */
function aBoard(columns: Partial<Record<"new" | "checked", string[]>>, votes = 0): FeedbackBoard {
  const row = (id: string) => ({ id, updatedAt: new Date(1_000), values: { votes } }) as unknown as RecordRow;
  const read = Object.entries(columns).map(([status, ids]) => ({ status, total: ids.length, rows: ids.map(row) }));
  return { columns: read, exits: [], voted: ["a"] } as unknown as FeedbackBoard;
}

test("a board that says the same is the board before", () => {
  const before = aBoard({ new: ["a", "b"], checked: ["c"] });
  expect(keepRows(before, aBoard({ new: ["a", "b"], checked: ["c"] }))).toBe(before);
});

test("a card that leaves the top of a column changes no other card", () => {
  const before = aBoard({ new: ["a", "b", "c"], checked: ["d"] });
  const after = keepRows(before, aBoard({ new: ["b", "c"], checked: ["a", "d"] }));
  const cards = (board: FeedbackBoard) => board.columns.flatMap(({ rows }) => rows);
  expect(after.columns.map(({ rows }) => rows.map(({ id }) => id))).toEqual([
    ["b", "c"],
    ["a", "d"],
  ]);
  for (const card of cards(after)) expect(cards(before)).toContain(card);
});

test("a column that nobody has changed is kept beside one that somebody has", () => {
  const before = aBoard({ new: ["a"], checked: ["c"] });
  const after = keepRows(before, aBoard({ new: ["a", "b"], checked: ["c"] }));
  expect(after.columns[0]).not.toBe(before.columns[0]);
  expect(after.columns[1]).toBe(before.columns[1]);
});

test("what has changed in a card is shown", () => {
  const before = aBoard({ new: ["a"] });
  const after = keepRows(before, aBoard({ new: ["a"] }, 3));
  expect(after.columns[0]?.rows[0]?.values.votes).toBe(3);
});

import { expect, test } from "vitest";
import { pageIdOf, pagePath } from "../../../app/features/wiki/page-path.ts";
import {
  type Move,
  pointAt,
  pointBeside,
  withMoves,
  withPage,
} from "../../../app/features/wiki/tree/insertion-points.ts";
import { type TreePage, treeRows } from "../../../app/features/wiki/tree/tree-rows.ts";

const page = (id: string, parentId: string | null = null, hasChildren = false): TreePage => ({
  id,
  title: id,
  parentId,
  hasChildren,
});
const levels: Record<string, TreePage[]> = {
  top: [page("a"), page("b", null, true), page("c")],
  b: [page("b1", "b"), page("b2", "b", true)],
};
const levelOf = (parentId: string | null) => {
  const pages = levels[parentId ?? "top"];
  return pages && { pages, isWaiting: false, isFailed: false };
};
const rows = treeRows(levelOf, new Set(["b", "b2", "gone"]));

test("the tree shows opened branches, and where pages are still on their way", () => {
  expect(rows.map((row) => (row.kind === "page" ? `${row.page.id} ${row.level}` : `… ${row.level}`))).toEqual([
    "a 1",
    "b 1",
    "b1 2",
    "b2 2",
    "… 3",
    "c 1",
  ]);
  expect(rows[2]).toMatchObject({ position: 1, size: 2 });
});

test("a closed branch hides what lies below it", () => {
  const closed = treeRows(levelOf, new Set());
  expect(closed.map((row) => row.kind === "page" && row.page.id)).toEqual(["a", "b", "c"]);
});

test("a page that is moved below one whose pages are not here yet stands there meanwhile", () => {
  const moved = page("c", "a");
  const shown = treeRows(
    (parentId) =>
      parentId === "a"
        ? { pages: [moved], isWaiting: true, isFailed: false }
        : { pages: [page("a", null, true)], isWaiting: false, isFailed: false },
    new Set(["a"]),
  );
  expect(shown).toMatchObject([
    { kind: "page", page: { id: "a" } },
    { kind: "page", page: moved, level: 2 },
    { kind: "waiting", parentId: "a", level: 2 },
  ]);
});

test("keys move a page by one step and stop at the ends", () => {
  expect(pointBeside(rows, "a", "up")).toBeUndefined();
  expect(pointBeside(rows, "a", "in")).toBeUndefined();
  expect(pointBeside(rows, "a", "out")).toBeUndefined();
  expect(pointBeside(rows, "a", "down")).toEqual({ parentId: null, after: "b" });
  expect(pointBeside(rows, "c", "up")).toEqual({ parentId: null, before: "b" });
  expect(pointBeside(rows, "c", "in")).toEqual({ parentId: "b" });
  expect(pointBeside(rows, "b1", "out")).toEqual({ parentId: null, after: "b" });
  expect(pointBeside(rows, "unknown", "up")).toBeUndefined();
});

test("a page is dropped before, behind or into another", () => {
  expect(pointAt(rows, "b1", "before")).toEqual({ parentId: "b", before: "b1" });
  expect(pointAt(rows, "b1", "after")).toEqual({ parentId: "b", after: "b1" });
  expect(pointAt(rows, "c", "into")).toEqual({ parentId: "c" });
  expect(pointAt(rows, "unknown", "into")).toBeUndefined();
});

test("a level shows a page at its new position before the server has answered", () => {
  const ids = (point: Parameters<typeof withPage>[2]) =>
    withPage(levels.top as TreePage[], page("a"), point).map(({ id }) => id);
  expect(ids({ parentId: null, after: "b" })).toEqual(["b", "a", "c"]);
  expect(ids({ parentId: null, before: "c" })).toEqual(["b", "a", "c"]);
  expect(ids({ parentId: null })).toEqual(["b", "c", "a"]);
});

test("moves on their way are made one after the other on top of what was read", () => {
  const into = { page: page("c"), point: { parentId: "a" } };
  const out = { page: page("c", "a"), point: { parentId: null, before: "a" } };
  const top = (...moves: Move<TreePage>[]) => withMoves(levels.top as TreePage[], null, moves);
  expect(top(into)).toEqual([page("a", null, true), page("b", null, true)]);
  expect(top(into, out).map(({ id }) => id)).toEqual(["c", "a", "b"]);
  expect(withMoves([], "a", [into])).toEqual([page("c", "a")]);
  expect(withMoves([page("c", "a")], "a", [into, out])).toEqual([]);
  expect(withMoves(levels.b as TreePage[], "b", [into, out])).toEqual(levels.b);
});

test("a page's URL holds its id, whatever became of its title", () => {
  const id = "01a1fd1d-1650-72e2-8dba-7949f92fc4ee";
  expect(pagePath({ id, title: "Größe & Länge" })).toBe(`/wiki/${id}-groesse-laenge`);
  expect(pagePath({ id, title: "…" })).toBe(`/wiki/${id}`);
  expect(pageIdOf(`${id}-alter-titel`)).toBe(id);
  expect(pageIdOf(id)).toBe(id);
  expect(pageIdOf(`${id}x`)).toBeUndefined();
  expect(pageIdOf("search")).toBeUndefined();
  expect(pageIdOf(undefined)).toBeUndefined();
});

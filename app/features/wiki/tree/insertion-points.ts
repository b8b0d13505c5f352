import type { TreePage, TreeRow } from "./tree-rows.ts";

/** Where a page is put: below a page or at the top, right beside a page that is there or behind all of them. */
export interface InsertionPoint {
  parentId: string | null;
  before?: string;
  after?: string;
}

/** A page on its way to a position. */
export interface Move<Page> {
  page: Page;
  point: InsertionPoint;
}

export type Direction = "up" | "down" | "in" | "out";

type PageRow = Extract<TreeRow<TreePage>, { kind: "page" }>;

/** Where a page goes by one step of the keyboard; undefined where it cannot go any further. */
export function pointBeside(
  rows: readonly TreeRow<TreePage>[],
  id: string,
  direction: Direction,
): InsertionPoint | undefined {
  const here = pageRow(rows, id);
  if (!here) return undefined;
  const { parentId } = here.page;
  const siblings = rows.filter((row): row is PageRow => row.kind === "page" && row.page.parentId === parentId);
  const at = siblings.findIndex(({ page }) => page.id === id);
  const previous = siblings[at - 1]?.page.id;
  const next = siblings[at + 1]?.page.id;
  switch (direction) {
    case "up":
      return previous ? { parentId, before: previous } : undefined;
    case "down":
      return next ? { parentId, after: next } : undefined;
    case "in":
      return previous ? { parentId: previous } : undefined;
    case "out": {
      const parent = parentId === null ? undefined : pageRow(rows, parentId)?.page;
      return parent && { parentId: parent.parentId, after: parent.id };
    }
  }
}

/** Where a page lands that is dropped on the upper edge, the lower edge or the middle of another. */
export function pointAt(
  rows: readonly TreeRow<TreePage>[],
  targetId: string,
  part: "before" | "after" | "into",
): InsertionPoint | undefined {
  const target = pageRow(rows, targetId);
  if (!target) return undefined;
  return part === "into" ? { parentId: targetId } : { parentId: target.page.parentId, [part]: targetId };
}

/** The pages of one level after a page has come to a position in it. */
export function withPage<Page extends TreePage>(pages: readonly Page[], page: Page, point: InsertionPoint): Page[] {
  const others = pages.filter(({ id }) => id !== page.id);
  const moved = { ...page, parentId: point.parentId };
  const beside = others.findIndex(({ id }) => id === (point.before ?? point.after));
  const at = beside < 0 ? others.length : point.before ? beside : beside + 1;
  return [...others.slice(0, at), moved, ...others.slice(at)];
}

/** The pages of one level after every move has been made that leads into it or out of it. */
export function withMoves<Page extends TreePage>(
  pages: readonly Page[],
  parentId: string | null,
  moves: readonly Move<Page>[],
): readonly Page[] {
  return moves.reduce((now, { page, point }) => {
    if (point.parentId === parentId) return withPage(now, page, point);
    const others = now.filter(({ id }) => id !== page.id);
    return others.map((each) => (each.id === point.parentId ? { ...each, hasChildren: true } : each));
  }, pages);
}

function pageRow(rows: readonly TreeRow<TreePage>[], id: string): PageRow | undefined {
  return rows.find((row): row is PageRow => row.kind === "page" && row.page.id === id);
}

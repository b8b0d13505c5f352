/** What the tree needs to know of a page. */
export interface TreePage {
  id: string;
  title: string;
  parentId: string | null;
  hasChildren: boolean;
}

/** A line of the tree: a page, or the place where the pages below one are about to stand. */
export type TreeRow<Page extends TreePage> =
  | { kind: "page"; page: Page; level: number; position: number; size: number; isOpen: boolean }
  | { kind: "waiting"; parentId: string; level: number; isFailed: boolean };

export interface TreeLevel<Page> {
  /** While the level is waited for, those that are moved into it. */
  pages: readonly Page[];
  isWaiting: boolean;
  isFailed: boolean;
}

/** The lines of the tree from top to bottom; `levelOf` knows the pages below a page, or below nothing at the top. */
export function treeRows<Page extends TreePage>(
  levelOf: (parentId: string | null) => TreeLevel<Page> | undefined,
  open: ReadonlySet<string>,
): TreeRow<Page>[] {
  const rows: TreeRow<Page>[] = [];
  const walk = (parentId: string | null, level: number) => {
    const { pages = [], isWaiting = true, isFailed = false } = levelOf(parentId) ?? {};
    for (const [index, page] of pages.entries()) {
      const isOpen = page.hasChildren && open.has(page.id);
      rows.push({ kind: "page", page, level, position: index + 1, size: pages.length, isOpen });
      if (isOpen) walk(page.id, level + 1);
    }
    if (isWaiting && parentId) rows.push({ kind: "waiting", parentId, level, isFailed });
  };
  walk(null, 1);
  return rows;
}

/** How far a row is indented, in pixels: deep levels take smaller steps, so that their titles keep room. */
export function indentOf(level: number): number {
  const steps = level - 1;
  return Math.min(steps, 4) * 16 + Math.max(steps - 4, 0) * 8;
}

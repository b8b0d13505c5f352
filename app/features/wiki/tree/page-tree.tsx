import { useNavigate } from "@remix-run/react";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { hasAbility } from "../../../../contract/roles.ts";
import type { PageNode } from "../../../../contract/wiki/page-rows.ts";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { useRole } from "../../../lib/people/use-role.ts";
import { Skeleton } from "../../../ui/placeholders/skeleton.tsx";
import { pagePath } from "../page-path.ts";
import { usePageActions } from "../use-page-actions.ts";
import { pointAt } from "./insertion-points.ts";
import { useOpenNodes } from "./open-nodes.ts";
import type { DropPart } from "./tree-drag.ts";
import { rowMark, TreeRowView, WaitingRow } from "./tree-row.tsx";
import { type TreeRow, treeRows } from "./tree-rows.ts";
import { useDrag } from "./use-drag.ts";
import { useLevels } from "./use-levels.ts";
import { useMove } from "./use-move.ts";
import { useTreeKeys } from "./use-tree-keys.ts";
import { useWindow } from "./use-window.ts";

const RowMenu = lazyPart(async () => (await import("./row-menu.tsx")).RowMenu, null);

interface PageTreeProps {
  currentId: string | undefined;
  /** What scrolls the tree. */
  scroller: RefObject<HTMLElement>;
  rowHeight: number;
}

/** Every page that the person may read, level by level; only what is in sight is in the document. */
export function PageTree({ currentId, scroller, rowHeight }: PageTreeProps) {
  const navigate = useNavigate();
  const mayEdit = hasAbility(useRole(), "editRecords");
  const { pending, move } = useMove();
  const { levelOf, retry } = useLevels(useOpenNodes(), pending);
  const rows = treeRows(levelOf, useOpenNodes());
  const latest = useRef(rows);
  latest.current = rows;
  const tree = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState<string>();
  const [menu, setMenu] = useState<{ page: PageNode; at: HTMLElement }>();
  const actions = usePageActions();
  const { attach, load } = useDrag(mayEdit);
  const shownStop = [stop, currentId].find((id) => rows.some((row) => row.kind === "page" && row.page.id === id));
  const stopId = shownStop ?? rows.find((row) => row.kind === "page")?.page.id;

  const { first, end } = useWindow({ count: rows.length, rowHeight, list: tree, scroller });

  const { focus, want, moving } = useRowFocus({ rows, rowHeight, tree, scroller, onFocus: setStop });

  const onDrop = useRef((_dragged: string, _target: string, _part: DropPart) => {});
  onDrop.current = (draggedId, targetId, part) => {
    const dragged = rows.find((row) => row.kind === "page" && row.page.id === draggedId);
    const point = pointAt(rows, targetId, part);
    if (dragged?.kind === "page" && point) void move(dragged.page, point);
  };
  const drop = useCallback((...args: [string, string, DropPart]) => onDrop.current(...args), []);
  const isBelow = useCallback((id: string, ancestorId: string) => liesBelow(latest.current, id, ancestorId), []);
  const openMenu = useCallback((id: string, at: HTMLElement) => {
    const row = latest.current.find((each) => each.kind === "page" && each.page.id === id);
    if (row?.kind === "page") setMenu({ page: row.page, at });
  }, []);
  const onKeyDown = useTreeKeys({
    rows,
    stop: stopId,
    focus,
    open: (page) => navigate(pagePath(page)),
    move: mayEdit
      ? (page, point) => {
          // A page can be moved on before its first move is answered.
          const mine = { id: page.id };
          moving.current = mine;
          void move(page, point).then(() => {
            if (moving.current === mine) moving.current = undefined;
          });
          want(page.id);
        }
      : undefined,
    menu: (id) => {
      const row = tree.current?.querySelector<HTMLElement>(`[${rowMark}="${id}"]`);
      if (row) openMenu(id, row);
    },
  });

  return (
    <>
      <div
        ref={tree}
        role="tree"
        aria-label="Seiten"
        onKeyDown={onKeyDown}
        onPointerEnter={load}
        className="relative"
        style={{ height: `${rows.length * rowHeight}px` }}
      >
        {rows.slice(first, end).map((row, index) => {
          return (
            <div
              key={keyOf(row)}
              role="none"
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${(first + index) * rowHeight}px)` }}
            >
              {row.kind === "page" ? (
                <TreeRowView
                  row={row}
                  isCurrent={row.page.id === currentId}
                  isStop={row.page.id === stopId}
                  attach={attach}
                  isBelow={isBelow}
                  onStop={setStop}
                  onDrop={drop}
                  onMenu={openMenu}
                />
              ) : (
                <WaitingRow level={row.level} isFailed={row.isFailed} onRetry={() => retry(row.parentId)} />
              )}
            </div>
          );
        })}
      </div>
      <TopLevel level={levelOf(null)} onRetry={() => retry(null)} />
      {menu && (
        <RowMenu {...menu} actions={actions} onClose={() => setMenu(undefined)} onReturn={() => focus(menu.page.id)} />
      )}
    </>
  );
}

interface RowFocusOptions {
  rows: readonly TreeRow<PageNode>[];
  rowHeight: number;
  tree: RefObject<HTMLElement>;
  scroller: RefObject<HTMLElement>;
  onFocus: (id: string) => void;
}

/** Focuses the row of a page, also one that comes into the document only with the scrolling. */
function useRowFocus({ rows, rowHeight, tree, scroller, onFocus }: RowFocusOptions) {
  const [wanted, setWanted] = useState<string>();
  const focus = (id: string | undefined) => {
    if (!id) return;
    const index = rows.findIndex((row) => row.kind === "page" && row.page.id === id);
    if (index >= 0) reveal(index);
    onFocus(id);
    setWanted(id);
  };
  const reveal = (index: number) => {
    const element = scroller.current;
    if (!element || !tree.current) return;
    const top = tree.current.offsetTop + index * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top - rowHeight;
    else if (top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + 2 * rowHeight - element.clientHeight;
  };
  // The row of a page that is moved goes and comes again while the move is on the way.
  const moving = useRef<{ id: string }>();
  useLayoutEffect(() => {
    const lost = document.activeElement === document.body ? moving.current?.id : undefined;
    const id = wanted ?? lost;
    const row = id && tree.current?.querySelector<HTMLElement>(`[${rowMark}="${id}"]`);
    if (!row) return;
    row.focus({ preventScroll: true });
    setWanted(undefined);
  });
  return { focus, want: setWanted, moving };
}

function TopLevel({
  level,
  onRetry,
}: {
  level: ReturnType<ReturnType<typeof useLevels>["levelOf"]>;
  onRetry: () => void;
}) {
  if (level?.isFailed) return <WaitingRow level={1} isFailed onRetry={onRetry} />;
  if (!level || level.isWaiting)
    return (
      <div role="status" className="grid gap-3.5 px-2 py-2">
        <span className="sr-only">Wird geladen …</span>
        {["w-24", "w-32", "w-20", "w-28", "w-36"].map((width) => (
          <Skeleton key={width} className={`h-3 ${width}`} />
        ))}
      </div>
    );
  if (level.pages.length === 0) return <p className="px-2 py-1 text-ui text-text-3">Noch keine Seiten.</p>;
  return null;
}

const keyOf = (row: TreeRow<PageNode>) => (row.kind === "page" ? row.page.id : `below-${row.parentId}`);

/** Whether a page lies somewhere below another, as far as the tree shows it. */
function liesBelow(rows: readonly TreeRow<PageNode>[], id: string, ancestorId: string): boolean {
  const parents = new Map(rows.map((row) => (row.kind === "page" ? [row.page.id, row.page.parentId] : ["", null])));
  for (let at: string | null | undefined = id; at; at = parents.get(at)) if (at === ancestorId) return true;
  return false;
}

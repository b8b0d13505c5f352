import { ChevronRight, Ellipsis } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import type { PageNode } from "../../../../contract/wiki/page-rows.ts";
import { Link } from "../../../lib/pages/link.tsx";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Skeleton } from "../../../ui/placeholders/skeleton.tsx";
import { pagePath } from "../page-path.ts";
import { setOpen } from "./open-nodes.ts";
import type { attachRow, DropPart } from "./tree-drag.ts";
import { indentOf, type TreeRow } from "./tree-rows.ts";

/** Marks the element of a row by its page, for the focus. */
export const rowMark = "data-tree-page";

interface TreeRowProps {
  row: Extract<TreeRow<PageNode>, { kind: "page" }>;
  isCurrent: boolean;
  /** Whether it is the one row that Tab leads to. */
  isStop: boolean;
  attach: typeof attachRow | undefined;
  isBelow: (id: string, ancestorId: string) => boolean;
  onStop: (id: string) => void;
  onDrop: (draggedId: string, targetId: string, part: DropPart) => void;
  onMenu: (id: string, at: HTMLElement) => void;
}

const hoverOpenMs = 600;

/** A page in the tree: an arrow to open it, its title, and a dot when it has changed since it was last read. */
export const TreeRowView = memo(function TreeRowView({
  row: { page, level, position, size, isOpen },
  isCurrent,
  isStop,
  attach,
  isBelow,
  onStop,
  onDrop,
  onMenu,
}: TreeRowProps) {
  const element = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState<DropPart>();
  const [isDragging, setDragging] = useState(false);
  const { id, title, icon, hasChildren: isBranch, isUnread } = page;
  const isDraft = page.status === "draft";

  useEffect(() => {
    if (!attach || !element.current) return;
    return attach({
      element: element.current,
      id,
      level,
      isOpen,
      isLast: position === size,
      isBelow: (draggedId) => isBelow(id, draggedId),
      onOver: setOver,
      onDragging: setDragging,
      onDrop: (draggedId, part) => onDrop(draggedId, id, part),
    });
  }, [attach, id, level, isOpen, position, size, isBelow, onDrop]);

  useEffect(() => {
    if (over !== "into" || !isBranch || isOpen) return;
    const timer = setTimeout(() => setOpen([id], true), hoverOpenMs);
    return () => clearTimeout(timer);
  }, [over, isBranch, isOpen, id]);

  return (
    <div
      ref={element}
      role="treeitem"
      tabIndex={isStop ? 0 : -1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={size}
      aria-expanded={isBranch ? isOpen : undefined}
      aria-current={isCurrent ? "page" : undefined}
      aria-selected={isCurrent}
      aria-label={[title, isDraft && "Entwurf", isUnread && "geändert"].filter(Boolean).join(", ")}
      {...{ [rowMark]: id }}
      onFocus={() => onStop(id)}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(id, event.currentTarget);
      }}
      className={cx(
        "group relative flex h-[30px] items-center rounded-6 pr-1 text-ui transition-colors focus-visible:outline-offset-[-2px] max-md:h-11",
        isCurrent ? "bg-tint-7 font-550 text-text-1" : "text-text-2 hover:bg-tint-4 hover:text-text-1",
        isDragging && "opacity-50",
        over === "into" && "shadow-[inset_0_0_0_2px_var(--focus)]",
      )}
      style={{ paddingLeft: `${8 + indentOf(level)}px` }}
    >
      {(over === "before" || over === "after") && <DropLine edge={over} level={level} />}
      {isBranch ? <Toggle id={id} isOpen={isOpen} /> : <span className="w-[18px] flex-none max-md:w-8" />}
      <Link
        to={pagePath(page)}
        tabIndex={-1}
        draggable={false}
        title={title}
        className="flex h-full min-w-0 flex-1 items-center gap-1.5 outline-none"
      >
        {icon && <span className="flex-none">{icon}</span>}
        <span className="truncate">{title}</span>
        {isDraft && <span className="flex-none text-meta text-text-3">Entwurf</span>}
      </Link>
      {isUnread && (
        <span
          aria-hidden="true"
          className="ml-1.5 mr-1.5 h-1.5 w-1.5 flex-none rounded-full bg-brand group-focus-within:hidden group-hover:hidden"
        />
      )}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        onClick={(event) => onMenu(id, event.currentTarget)}
        className="hidden h-6 w-6 flex-none place-items-center rounded-4 text-text-3 hover:bg-tint-7 hover:text-text-1 group-focus-within:grid group-hover:grid max-md:grid max-md:h-11 max-md:w-9"
      >
        <Icon of={Ellipsis} size={14} />
      </button>
    </div>
  );
});

/** Where a dragged page would land: above this row or below it. */
function DropLine({ edge, level }: { edge: "before" | "after"; level: number }) {
  return (
    <i
      aria-hidden="true"
      className={cx("absolute right-1 z-10 h-0.5 bg-focus", edge === "before" ? "-top-px" : "-bottom-px")}
      style={{ left: `${8 + indentOf(level)}px` }}
    />
  );
}

/** For the pointer only; the keyboard opens a row by its arrows. */
function Toggle({ id, isOpen }: { id: string; isOpen: boolean }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      onClick={() => setOpen([id], !isOpen)}
      className="-ml-1 grid h-full w-[22px] flex-none place-items-center max-md:w-9"
    >
      <Icon of={ChevronRight} size={14} className={cx("text-text-3 transition-transform", isOpen && "rotate-90")} />
    </button>
  );
}

interface WaitingRowProps {
  level: number;
  isFailed: boolean;
  onRetry: () => void;
}

/** Stands in the tree for the pages below one until they are there. */
export function WaitingRow({ level, isFailed, onRetry }: WaitingRowProps) {
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-selected={false}
      aria-busy={!isFailed}
      tabIndex={-1}
      className="flex h-[30px] items-center max-md:h-11"
      style={{ paddingLeft: `${26 + indentOf(level)}px` }}
    >
      {isFailed ? (
        <button type="button" onClick={onRetry} className="truncate text-ui text-bad-text underline">
          Nicht geladen – erneut versuchen
        </button>
      ) : (
        <>
          <span className="sr-only">Wird geladen …</span>
          <Skeleton className="h-3 w-28" />
        </>
      )}
    </div>
  );
}

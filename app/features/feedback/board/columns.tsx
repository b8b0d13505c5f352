import { formatNumber } from "../../../lib/format.ts";
import { cx } from "../../../ui/cx.ts";
import { Skeleton } from "../../../ui/placeholders/skeleton.tsx";

/** Phones see one column and the edge of the next; wider windows all of them, scrolling when they get too narrow. */
export function columnsClass(columns: 3 | 5): string {
  return cx(
    "grid grid-flow-col items-start gap-4 overflow-x-auto xl:gap-5 pb-4 max-md:-mx-gutter max-md:auto-cols-[86%] max-md:snap-x max-md:snap-mandatory max-md:px-gutter max-md:[scroll-padding-inline:var(--gutter)]",
    columns === 5
      ? "md:grid-flow-row md:grid-cols-[repeat(5,minmax(208px,1fr))]"
      : "md:grid-flow-row md:grid-cols-[repeat(3,minmax(208px,1fr))]",
  );
}

export const columnClass = "min-w-0 max-md:snap-start";

/** The board while its cards are on their way. */
export function BoardSkeleton({ columns }: { columns: 3 | 5 }) {
  return (
    <div role="status" className={columnsClass(columns)}>
      <span className="sr-only">Wird geladen …</span>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={column} className={columnClass}>
          <div className="border-b border-line-strong pb-3 pt-1">
            <Skeleton className="h-3.5 w-20" />
          </div>
          {Array.from({ length: 3 - (column % 2) }, (_, card) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <div key={card} className="mt-2.5 rounded-10 border p-3 first-of-type:mt-3.5">
              <Skeleton className="h-3 w-24" />
              <Skeleton className={cx("mt-3 h-3.5", card % 2 ? "w-3/5" : "w-full")} />
              <Skeleton className="mt-4 h-3 w-16" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** How many cards of a column are not shown yet, and the way to some of them. */
export function MoreCards({ left, onMore }: { left: number; onMore: () => void }) {
  if (left <= 0) return null;
  return (
    <button
      type="button"
      className="mt-2 px-3 text-note text-text-2 underline decoration-line-strong underline-offset-[3px] hover:text-text-1 max-md:min-h-11"
      onClick={onMore}
    >
      {formatNumber(left)} weitere
    </button>
  );
}

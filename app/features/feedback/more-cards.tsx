import { formatNumber } from "../../lib/format.ts";

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

import type { Declaration } from "../../../contract/records/declaration.ts";
import type { ListState } from "../../../contract/records/list-state.ts";
import { cx } from "../../ui/cx.ts";
import { RowSkeletons, Skeleton } from "../../ui/placeholders/skeleton.tsx";
import { tileGridClass } from "./tile-grid.ts";

/** What stands where rows or tiles are about to stand. */
export function ListSkeleton({ declaration, state }: { declaration: Declaration; state: ListState }) {
  if (state.layout === "table")
    return (
      <RowSkeletons
        density={state.density}
        aria-label={`${declaration.labels.many} werden geladen`}
        className="mt-[34px] border-t border-t-line-strong max-md:mt-0"
      />
    );
  return (
    <div role="status" className={tileGridClass}>
      <span className="sr-only">Wird geladen …</span>
      {Array.from({ length: 8 }, (_, tile) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
        <div key={tile}>
          <Skeleton className="aspect-[16/10] w-full rounded-10" />
          <Skeleton className={cx("mt-3 h-3.5", tile % 2 ? "w-3/5" : "w-4/5")} />
          <Skeleton className="mt-2 h-3 w-1/2" />
        </div>
      ))}
    </div>
  );
}

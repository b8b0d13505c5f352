import { Bone } from "../../../ui/placeholders/skeleton.tsx";
import { indentOf } from "./tree-rows.ts";

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
          <Bone className="h-3 w-28" />
        </>
      )}
    </div>
  );
}

import { cx } from "../../ui/cx.ts";
import { Bone } from "../../ui/placeholders/skeleton.tsx";
import { columnClass, columnsClass } from "./column-class.ts";

/** The board while its cards are on their way. */
export function BoardBones({ columns }: { columns: 3 | 5 }) {
  return (
    <div role="status" className={columnsClass(columns)}>
      <span className="sr-only">Wird geladen …</span>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity
        <div key={column} className={columnClass}>
          <div className="border-b border-line-strong pb-3 pt-1">
            <Bone className="h-3.5 w-20" />
          </div>
          {Array.from({ length: 3 - (column % 2) }, (_, card) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity
            <div key={card} className="mt-2.5 rounded-10 border p-3 first-of-type:mt-3.5">
              <Bone className="h-3 w-24" />
              <Bone className={cx("mt-3 h-3.5", card % 2 ? "w-3/5" : "w-full")} />
              <Bone className="mt-4 h-3 w-16" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

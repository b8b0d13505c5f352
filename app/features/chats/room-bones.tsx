import { cx } from "../../ui/cx.ts";
import { Bone } from "../../ui/placeholders/skeleton.tsx";
import { PanelHead } from "./panel-head.tsx";
import { RowBone } from "./row-bone.tsx";

/** A chat while it is on its way. */
export function RoomBones({ className }: { className?: string | undefined }) {
  return (
    <div role="status" className={cx("flex min-h-0 flex-1 flex-col", className)}>
      <span className="sr-only">Wird geladen …</span>
      <PanelHead title={<Bone className="my-1 h-3 w-44" />} note={<Bone className="my-1 h-2.5 w-28" />} />
      <div className="flex-1 overflow-hidden pt-2">
        {["a", "b", "c", "d", "e"].map((key) => (
          <RowBone key={key} />
        ))}
      </div>
    </div>
  );
}

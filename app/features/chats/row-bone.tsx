import { Bone } from "../../ui/placeholders/skeleton.tsx";

/** A message that is still on its way to this page. */
export function RowBone() {
  return (
    <div
      aria-hidden="true"
      className="grid h-[60px] grid-cols-[28px_minmax(0,1fr)] gap-x-[11px] px-5 pt-3.5 max-md:px-4"
    >
      <Bone className="h-7 w-7 rounded-full" />
      <span>
        <Bone className="mt-1 h-3 w-32" />
        <Bone className="mt-2.5 h-3 w-[78%]" />
      </span>
    </div>
  );
}

import { cx } from "../../ui/cx.ts";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";

/** The room that pictures have, whether there are any: nothing below it moves when they come. */
export const frameClass = "aspect-[16/8] w-full max-w-[760px]";

/** What stands there until it is known what there is. */
export const PreviewSkeleton = () => (
  <div className="mb-7">
    <Skeleton className={cx(frameClass, "rounded-10")} />
    <Skeleton className="mt-3 h-9 max-w-[760px] max-md:h-[88px]" />
  </div>
);

import type { HTMLAttributes } from "react";
import { cx } from "../cx.ts";

/** A place where something is about to stand; give it the size of what comes by its class. */
export function Skeleton({ className, ...rest }: HTMLAttributes<HTMLSpanElement>) {
  return (
    <span
      aria-hidden="true"
      {...rest}
      className={cx("block animate-skeleton bg-skeleton", !/rounded-/.test(className ?? "") && "rounded-4", className)}
    />
  );
}

const WIDTHS = ["w-[58%]", "w-[70%]", "w-[44%]", "w-[64%]", "w-[52%]", "w-[68%]", "w-[47%]", "w-[60%]"];

export type RowSkeletonsProps = HTMLAttributes<HTMLDivElement> & { rows?: number; density?: "comfortable" | "compact" };

export function RowSkeletons({ rows = 8, density = "comfortable", className, ...rest }: RowSkeletonsProps) {
  return (
    <div role="status" {...rest} className={className}>
      <span className="sr-only">Wird geladen …</span>
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
          key={row}
          className={cx("flex items-center gap-4 border-b", density === "compact" ? "h-8" : "h-10")}
        >
          <Skeleton className="h-2.5 w-2.5 flex-none rounded-full" />
          <Skeleton className="h-5 w-5 flex-none rounded-[5px]" />
          <span className="min-w-0 flex-1">
            <Skeleton className={cx("h-3", WIDTHS[row % WIDTHS.length])} />
          </span>
          <Skeleton className="h-3 w-16 flex-none" />
        </div>
      ))}
    </div>
  );
}

/** The fields of a form in a dialog. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <div className="mt-4 grid gap-3">
      {Array.from({ length: fields }, (_, field) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
        <Skeleton key={field} className="h-9 w-full" />
      ))}
    </div>
  );
}

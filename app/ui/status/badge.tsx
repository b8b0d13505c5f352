import type { HTMLAttributes } from "react";
import { cx } from "../cx.ts";

/** The figure on a badge: nothing for 0, and never more than „99+“. */
export function badgeText(count: number): string {
  if (count <= 0) return "";
  return count > 99 ? "99+" : String(count);
}

export type BadgeProps = Omit<HTMLAttributes<HTMLSpanElement>, "children"> & { count: number };

/** A brand count; the control that wears it says the number in its own name. */
export function Badge({ count, className, ...rest }: BadgeProps) {
  const text = badgeText(count);
  if (!text) return null;
  return (
    <span
      aria-hidden="true"
      {...rest}
      className={cx(
        "num inline-block h-[17px] min-w-[17px] rounded-full bg-brand px-[4.5px] text-center text-badge text-on-brand",
        className,
      )}
    >
      {text}
    </span>
  );
}

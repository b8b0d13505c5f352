import type { HTMLAttributes } from "react";
import { cx } from "./cx.ts";

export function Kbd({ className, ...rest }: HTMLAttributes<HTMLElement>) {
  return (
    <kbd
      {...rest}
      className={cx(
        "rounded-4 bg-sunken px-[5px] text-key font-medium tracking-normal text-text-2 shadow-[inset_0_0_0_1px_var(--line-strong)]",
        className,
      )}
    />
  );
}

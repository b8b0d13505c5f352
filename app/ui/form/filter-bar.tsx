import type { ReactNode } from "react";
import { cx } from "../cx.ts";

/** The search field and the filters above a list, with what else belongs beside them. */
export function FilterBar({ className, children }: { className: string; children: ReactNode }) {
  return (
    <search
      className={cx(
        "flex flex-wrap items-center gap-2 md:[&_input]:h-8 md:[&_input]:text-ui md:[&_select]:h-8 md:[&_select]:text-ui",
        className,
      )}
    >
      {children}
    </search>
  );
}

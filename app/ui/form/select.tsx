import { ChevronDown } from "lucide-react";
import { forwardRef, type SelectHTMLAttributes } from "react";
import { cx } from "../cx.ts";
import { Icon } from "../icon.tsx";
import { controlClass, controlHeightClass } from "./control-class.ts";
import { useFieldWiring } from "./field.tsx";

export const Select = forwardRef<HTMLSelectElement, SelectHTMLAttributes<HTMLSelectElement>>(function Select(
  { className, ...own },
  ref,
) {
  return (
    <span className={cx("relative block", className)}>
      <select
        ref={ref}
        {...useFieldWiring(own)}
        className={cx(controlClass, controlHeightClass, "cursor-pointer appearance-none truncate pr-9")}
      />
      <Icon of={ChevronDown} className="pointer-events-none absolute right-2.5 top-1/2 -translate-y-1/2 text-text-3" />
    </span>
  );
});

import { forwardRef, type InputHTMLAttributes, type ReactNode } from "react";
import { cx } from "./cx.ts";
import { useFieldWiring } from "./field.tsx";

export type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "role"> & { label?: ReactNode };

/** A native checkbox that is read as a switch: without a `label` it needs an `aria-label`. */
export const Switch = forwardRef<HTMLInputElement, SwitchProps>(function Switch({ label, className, ...own }, ref) {
  return (
    <label
      className={cx(
        "inline-flex items-center gap-2 max-md:min-h-11",
        own.disabled ? "text-text-3" : "cursor-pointer",
        className,
      )}
    >
      <span className="relative inline-block forced-color-adjust-none h-[18px] w-[30px] flex-none">
        <input
          ref={ref}
          {...useFieldWiring(own)}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: `checked` of the native control says whether it is on
          role="switch"
          className="peer block h-full w-full cursor-[inherit] appearance-none rounded-full bg-control transition-colors checked:bg-inverse disabled:opacity-50"
        />
        <span className="pointer-events-none absolute left-0.5 top-0.5 h-3.5 w-3.5 rounded-full bg-white transition peer-checked:translate-x-3 peer-checked:bg-on-inverse" />
      </span>
      {label}
    </label>
  );
});

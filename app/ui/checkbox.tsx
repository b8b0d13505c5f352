import { Check, Minus } from "lucide-react";
import { forwardRef, type InputHTMLAttributes, type ReactNode, useEffect, useImperativeHandle, useRef } from "react";
import { cx } from "./cx.ts";
import { useFieldWiring } from "./field.tsx";

export type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  label?: ReactNode;
  indeterminate?: boolean;
};

const GLYPH = "pointer-events-none relative col-start-1 row-start-1 hidden text-on-inverse";

/** A native checkbox: without a `label` it needs an `aria-label`. */
export const Checkbox = forwardRef<HTMLInputElement, CheckboxProps>(function Checkbox(
  { label, indeterminate = false, className, ...own },
  ref,
) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement, []);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label
      className={cx(
        "inline-flex items-center gap-2 max-md:min-h-11",
        own.disabled ? "text-text-3" : "cursor-pointer",
        className,
      )}
    >
      <span className="inline-grid h-4 w-4 flex-none place-items-center">
        <input
          ref={input}
          {...useFieldWiring(own)}
          type="checkbox"
          className="peer col-start-1 row-start-1 h-4 w-4 cursor-[inherit] appearance-none rounded-4 border-[1.5px] border-control bg-surface transition-colors checked:border-inverse checked:bg-inverse indeterminate:border-inverse indeterminate:bg-inverse aria-[invalid=true]:border-bad disabled:opacity-50"
        />
        <Check
          size={11}
          strokeWidth={3.2}
          aria-hidden="true"
          className={cx(GLYPH, "peer-checked:peer-[:not(:indeterminate)]:block")}
        />
        <Minus size={11} strokeWidth={3.2} aria-hidden="true" className={cx(GLYPH, "peer-indeterminate:block")} />
      </span>
      {label}
    </label>
  );
});

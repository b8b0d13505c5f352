import { forwardRef, type InputHTMLAttributes, type ReactNode } from "react";
import { cx } from "../cx.ts";
import { useFieldWiring } from "./field.tsx";

export type LabelledInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & { label?: ReactNode };

interface Drawing {
  /** The look of the box around the input and of the input itself, and what is drawn over it. */
  boxClass: string;
  inputClass: string;
  control: ReactNode;
}

/** A native checkbox with its label beside it, however it is drawn; the whole is its target. */
export const LabelledInput = forwardRef<HTMLInputElement, LabelledInputProps & Drawing>(function LabelledInput(
  { label, className, boxClass, inputClass, control, ...own },
  ref,
) {
  return (
    <label
      className={cx(
        "inline-flex items-center gap-2 max-md:min-h-11",
        own.disabled ? "text-text-3" : "cursor-pointer",
        className,
      )}
    >
      <span className={cx("flex-none", boxClass)}>
        <input ref={ref} {...useFieldWiring(own)} type="checkbox" className={cx("drawn-input", inputClass)} />
        {control}
      </span>
      {label}
    </label>
  );
});

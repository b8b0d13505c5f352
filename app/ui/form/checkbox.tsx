import { forwardRef, useEffect, useImperativeHandle, useRef } from "react";
import { LabelledInput, type LabelledInputProps } from "./labelled-input.tsx";

export type CheckboxProps = LabelledInputProps & { indeterminate?: boolean };

/**
 * What is drawn over the box: a tick, or a line where some of what it stands for is chosen. A list has fifty of them, so
 * they are one drawing, made once, and the state of the box says which of the two is seen.
 */
const tickOrLine = (
  <svg width="11" height="11" viewBox="0 0 24 24" aria-hidden="true" className="tick-or-line">
    <path d="M20 6 9 17l-5-5" />
    <path d="M5 12h14" />
  </svg>
);

/** A native checkbox: without a `label` it needs an `aria-label`. */
export const Checkbox = forwardRef<HTMLInputElement, CheckboxProps>(function Checkbox(
  { indeterminate = false, ...own },
  ref,
) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement, []);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <LabelledInput
      {...own}
      ref={input}
      boxClass="inline-grid h-4 w-4 place-items-center"
      inputClass="checkbox"
      control={tickOrLine}
    />
  );
});

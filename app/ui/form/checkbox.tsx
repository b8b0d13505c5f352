import { Check, Minus } from "lucide-react";
import { forwardRef, useEffect, useImperativeHandle, useRef } from "react";
import { cx } from "../cx.ts";
import { LabelledInput, type LabelledInputProps } from "./labelled-input.tsx";

export type CheckboxProps = LabelledInputProps & { indeterminate?: boolean };

const GLYPH = "pointer-events-none relative col-start-1 row-start-1 hidden text-on-inverse";

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
      inputClass="col-start-1 row-start-1 h-4 w-4 rounded-4 border-[1.5px] border-control bg-surface checked:border-inverse checked:bg-inverse indeterminate:border-inverse indeterminate:bg-inverse aria-[invalid=true]:border-bad"
      sign={
        <>
          <Check
            size={11}
            strokeWidth={3.2}
            aria-hidden="true"
            className={cx(GLYPH, "peer-checked:peer-[:not(:indeterminate)]:block")}
          />
          <Minus size={11} strokeWidth={3.2} aria-hidden="true" className={cx(GLYPH, "peer-indeterminate:block")} />
        </>
      }
    />
  );
});

import { forwardRef } from "react";
import { LabelledInput, type LabelledInputProps } from "./labelled-input.tsx";

export type SwitchProps = Omit<LabelledInputProps, "role">;

/** A native checkbox that is read as a switch: without a `label` it needs an `aria-label`. */
export const Switch = forwardRef<HTMLInputElement, SwitchProps>(function Switch(own, ref) {
  return (
    <LabelledInput
      {...own}
      ref={ref}
      role="switch"
      boxClass="relative inline-block forced-color-adjust-none h-[18px] w-[30px]"
      inputClass="peer block h-full w-full rounded-full bg-control checked:bg-inverse"
      control={
        <span className="pointer-events-none absolute left-0.5 top-0.5 h-3.5 w-3.5 rounded-full bg-white transition peer-checked:translate-x-3 peer-checked:bg-on-inverse" />
      }
    />
  );
});

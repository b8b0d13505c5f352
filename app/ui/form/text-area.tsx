import { forwardRef, type TextareaHTMLAttributes } from "react";
import { cx } from "../cx.ts";
import { controlClass } from "./control-class.ts";
import { useFieldWiring } from "./field.tsx";

export const TextArea = forwardRef<HTMLTextAreaElement, TextareaHTMLAttributes<HTMLTextAreaElement>>(function TextArea(
  { className, ...own },
  ref,
) {
  return (
    <textarea
      rows={4}
      ref={ref}
      {...useFieldWiring(own)}
      className={cx(controlClass, "min-h-[72px] resize-y py-[6px]", className)}
    />
  );
});

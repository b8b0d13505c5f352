import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { cx } from "../cx.ts";

interface DialogFooterProps {
  /** Without it there is nothing to leave for. */
  onCancel?: (() => void) | undefined;
  cancelLabel?: string;
  /** Its distance from what stands above it. */
  className?: string;
  /** What the dialog is for, the last button. */
  children: ReactNode;
}

/** The buttons at the end of a form in a dialog, on screen however long it is; on a phone they share its width. */
export function DialogFooter({ onCancel, cancelLabel = "Abbrechen", className, children }: DialogFooterProps) {
  return (
    <div className={cx("dialog-footer flex flex-wrap justify-end gap-2 max-md:[&>*]:flex-auto", className)}>
      {onCancel && <Button onClick={onCancel}>{cancelLabel}</Button>}
      {children}
    </div>
  );
}

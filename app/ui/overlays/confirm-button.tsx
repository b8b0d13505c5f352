import { useState } from "react";
import { Button } from "../button.tsx";
import { ConfirmDialog, type ConfirmDialogProps } from "./confirm-dialog.tsx";

interface ConfirmButtonProps extends Pick<ConfirmDialogProps, "description" | "pendingLabel"> {
  /** What the button says, and the one of the dialog. */
  label: string;
  /** What it does to what, as the dialog asks and as who does not see the row hears it. */
  action: string;
  isPending: boolean;
  onConfirm: (close: () => void) => void;
}

/** A red button that asks once more. */
export function ConfirmButton({ label, action, isPending, onConfirm, ...question }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" variant="danger" aria-label={action} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        {...question}
        open={isAsking}
        onOpenChange={setAsking}
        title={`${action}?`}
        confirmLabel={label}
        pending={isPending}
        onConfirm={() => onConfirm(() => setAsking(false))}
      />
    </>
  );
}

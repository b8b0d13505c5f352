import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Button } from "../button.tsx";
import { Field } from "../form/field.tsx";
import { TextInput } from "../form/text-input.tsx";
import { Dialog } from "./dialog.tsx";
import { DialogFooter } from "./dialog-footer.tsx";

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Stands between the description and the question for the name. */
  details?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** When given, the person has to type this name before the last button can be pressed. */
  nameToType?: string;
  pending?: boolean;
  pendingLabel?: string;
  errors?: readonly string[];
  onConfirm: () => void;
};

export function ConfirmDialog({ open, onOpenChange, title, description, details, ...form }: ConfirmDialogProps) {
  return (
    <Dialog role="alertdialog" open={open} onOpenChange={onOpenChange} title={title} description={description}>
      {details}
      <ConfirmForm {...form} onCancel={() => onOpenChange(false)} />
    </Dialog>
  );
}

type ConfirmFormProps = Omit<ConfirmDialogProps, "open" | "onOpenChange" | "title" | "description" | "details"> & {
  onCancel: () => void;
};

/** Lives only while the dialog is open, so that a typed name never survives to the next question. */
function ConfirmForm({
  confirmLabel,
  cancelLabel = "Abbrechen",
  nameToType,
  pending = false,
  pendingLabel,
  errors = [],
  onConfirm,
  onCancel,
}: ConfirmFormProps) {
  const [typed, setTyped] = useState("");
  const errorId = useId();
  const confirmed = nameToType === undefined || typed.trim() === nameToType.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (confirmed && !pending) onConfirm();
  };
  return (
    <form onSubmit={submit} noValidate>
      {nameToType !== undefined && (
        <Field label="Name zur Bestätigung eingeben" errors={errors} className="mt-3.5">
          <TextInput
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            placeholder={nameToType}
          />
        </Field>
      )}
      {nameToType === undefined && errors.length > 0 && (
        <p id={errorId} role="alert" className="mt-3 text-ui text-bad-text">
          {errors.join(" ")}
        </p>
      )}
      <DialogFooter onCancel={onCancel} cancelLabel={cancelLabel} className="mt-[22px]">
        <Button
          type="submit"
          variant="danger-fill"
          disabled={!confirmed}
          loading={pending}
          loadingLabel={pendingLabel}
          aria-describedby={nameToType === undefined && errors.length > 0 ? errorId : undefined}
        >
          {confirmLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}

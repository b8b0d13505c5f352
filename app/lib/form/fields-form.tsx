import type { FormEvent, ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { FormNotice } from "../../ui/form/form-notice.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";
import type { useForm } from "./form.tsx";

interface FieldsFormProps {
  fields: Pick<ReturnType<typeof useForm>, "form" | "message" | "isValid">;
  submitLabel: string;
  busyLabel?: string;
  isBusy: boolean;
  /** Called with everything right, never while it is busy. */
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** The form of a dialog around the fields of `useForm`, with the buttons below them. */
export function FieldsForm(props: FieldsFormProps) {
  const { fields, submitLabel, busyLabel, isBusy, onSubmit, onCancel, children } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && fields.isValid()) onSubmit();
  };
  return (
    <form ref={fields.form} onSubmit={submit} noValidate className="mt-[18px] grid gap-[18px]">
      {fields.message && <FormNotice text={fields.message} />}
      {children}
      <DialogFooter onCancel={onCancel} className="mt-1">
        <Button type="submit" variant="primary" loading={isBusy} loadingLabel={busyLabel}>
          {submitLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}

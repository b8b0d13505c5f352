import { type FormEvent, type ReactNode, type RefObject, useId } from "react";
import { Button } from "../../ui/button.tsx";
import { FormNotice } from "../../ui/form/form-notice.tsx";
import { Dialog, DialogClose } from "../../ui/overlays/dialog.tsx";

interface FormDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string | undefined;
  /** What the button says that sends the form. */
  submitLabel: string;
  busyLabel?: string;
  isBusy?: boolean;
  /** Nothing can be sent as it stands. */
  isIncomplete?: boolean;
  /** Called once for each press, never while it is busy. */
  onSubmit: () => void;
  width?: 440 | 560;
  /** A press beside it does not close it, since what has been typed would be gone. */
  staysOpen?: boolean;
  formRef?: RefObject<HTMLFormElement>;
  /** What is wrong with all of it. */
  message?: string | undefined;
  children: ReactNode;
}

/** A form over the page, with „Abbrechen“ and the button that sends it. */
export function FormDialog({ submitLabel, busyLabel, isBusy = false, onSubmit, ...props }: FormDialogProps) {
  const formId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog may have been opened from within another form.
    event.stopPropagation();
    if (!isBusy) onSubmit();
  };
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={props.title}
      {...(props.description && { description: props.description })}
      {...(props.width && { width: props.width })}
      {...(props.staysOpen && { onInteractOutside: (event) => event.preventDefault() })}
      footer={
        <>
          <DialogClose asChild>
            <Button>Abbrechen</Button>
          </DialogClose>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={isBusy}
            {...(busyLabel && { loadingLabel: busyLabel })}
            {...(props.isIncomplete && { disabled: true })}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} ref={props.formRef} onSubmit={submit} noValidate className="mt-4 grid gap-[18px]">
        {props.message && <FormNotice text={props.message} />}
        {props.children}
      </form>
    </Dialog>
  );
}

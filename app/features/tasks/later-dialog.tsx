import { type FormEvent, useId, useState } from "react";
import { readDate } from "../../../contract/time/calendar-date.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { DateInput } from "../../lib/form/date-input.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Dialog, DialogClose } from "../../ui/overlays/dialog.tsx";

/** „Später“ at a day of one's own choice. */
export function LaterDialog({ title, open, onOpenChange, close }: ModalControls<string> & { title: string }) {
  const formId = useId();
  const today = portalDate(new Date());
  const [day, setDay] = useState(addDays(today, 1));
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const read = readDate(day);
    if (!("value" in read) || read.value === null)
      return setError("Wieder am: Bitte ein Datum angeben, z. B. 31.12.2026.");
    if (String(read.value) <= today) return setError("Wieder am: Bitte einen Tag nach heute wählen.");
    close(String(read.value));
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Später"
      description={title}
      footer={
        <>
          <DialogClose asChild>
            <Button>Abbrechen</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="primary">
            Zurückstellen
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="mt-4">
        <Field label="Wieder am" errors={error ? [error] : []}>
          <DateInput
            value={day}
            autoFocus
            className="max-w-[200px]"
            onChange={(next) => {
              setDay(next);
              setError(undefined);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}

import { type FormEvent, useId, useState } from "react";
import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import { readDate } from "../../../contract/time/calendar-date.ts";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { DateInput } from "../../lib/form/date-input.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Dialog, DialogClose } from "../../ui/overlays/dialog.tsx";
import { nameOf, useMove } from "./use-move.ts";

/** „Verschieben“ without a pointer. */
export function MoveDialog({ deadline, open, onOpenChange, close }: ModalControls<true> & { deadline: DeadlineRow }) {
  const formId = useId();
  const { move, isMoving } = useMove();
  const [day, setDay] = useState(deadline.dueOn);
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const read = readDate(day);
    if (!("value" in read) || read.value === null)
      return setError("Neuer Tag: Bitte ein Datum angeben, z. B. 31.12.2026.");
    if (await move(deadline, String(read.value))) close(true);
  };
  return (
    <Dialog
      {...{ open, onOpenChange }}
      title="Verschieben"
      description={nameOf(deadline)}
      footer={
        <>
          <DialogClose asChild>
            <Button>Abbrechen</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="primary" loading={isMoving} loadingLabel="Verschieben">
            Verschieben
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="mt-4">
        <Field label="Neuer Tag" errors={error ? [error] : []}>
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

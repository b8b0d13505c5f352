import { type FormEvent, useId, useState } from "react";
import type { Ref } from "../../../contract/records/fields.ts";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Dialog, DialogClose } from "../../ui/overlays/dialog.tsx";

type Props = ModalControls<Ref> & { title: string; value: Ref | null };

/** „Zuweisen“: to which person. */
export function AssignDialog({ title, value, open, onOpenChange, close }: Props) {
  const formId = useId();
  const [person, setPerson] = useState(value);
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!person) return setError("Person: Bitte jemanden auswählen.");
    close(person);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Zuweisen"
      description={title}
      footer={
        <>
          <DialogClose asChild>
            <Button>Abbrechen</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="primary">
            Zuweisen
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="mt-4">
        <Field label="Person" errors={error ? [error] : []}>
          <RelationPicker
            to="user"
            value={person}
            autoFocus
            onChange={(next) => {
              setPerson(next);
              setError(undefined);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}

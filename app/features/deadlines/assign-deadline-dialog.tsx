import { type FormEvent, useId, useState } from "react";
import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Dialog, DialogClose } from "../../ui/overlays/dialog.tsx";

interface AssignDeadlineDialogProps extends ModalControls<true> {
  deadline: DeadlineRow;
}

/** „Zuweisen“; nobody leaves it to whoever the record names. */
export function AssignDeadlineDialog({ deadline, open, onOpenChange, close }: AssignDeadlineDialogProps) {
  const { id, label, target, responsible } = deadline;
  const formId = useId();
  const [person, setPerson] = useState<Ref | null>(responsible);
  const { refusals, onRefused, forget } = useRefusals();
  const assigning = useMutate(useTRPC().deadline.assign.mutationOptions(), {
    refreshes: ["deadline", "dashboard", "change"],
    success: "Zugewiesen.",
    onSuccess: () => close(true),
    onRefused,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!assigning.isPending) assigning.mutate({ id, userId: person?.id ?? null });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Frist zuweisen"
      description={target ? `${label}: ${target.label}` : label}
      footer={
        <>
          <DialogClose asChild>
            <Button>Abbrechen</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="primary" loading={assigning.isPending} loadingLabel="Weist zu …">
            Zuweisen
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="mt-4">
        <Field
          label="Zuständig"
          mark="optional"
          errors={refusals}
          {...(target && { hint: "Leer: wer am Eintrag als zuständig steht." })}
        >
          <RelationPicker
            to="user"
            value={person}
            onChange={(next) => {
              setPerson(next);
              forget();
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}

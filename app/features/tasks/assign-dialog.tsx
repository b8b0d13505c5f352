import { type FormEvent, useId, useState } from "react";
import type { TaskRow } from "../../../contract/tasks/tasks.ts";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogClose } from "../../ui/overlays/dialog.tsx";
import { AssigneeField, assignmentOf } from "./assignee-field.tsx";
import { assigneeOf } from "./task-fields.ts";
import { useTaskActions } from "./use-task-actions.ts";

/** „Zuweisen“. */
export function AssignDialog({ task, open, onOpenChange, close }: ModalControls<true> & { task: TaskRow }) {
  const formId = useId();
  const [assignee, setAssignee] = useState(() => assigneeOf(task));
  const { refusals, onRefused, forget } = useRefusals();
  const { assign } = useTaskActions({ onRefused });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (await assign.run(task, assignmentOf(assignee))) close(true);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Aufgabe zuweisen"
      description={task.title}
      footer={
        <>
          <DialogClose asChild>
            <Button>Abbrechen</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="primary" loading={assign.isPending} loadingLabel="Weist zu …">
            Zuweisen
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="mt-4">
        <AssigneeField
          value={assignee}
          errors={refusals}
          onChange={(next) => {
            setAssignee(next);
            forget();
          }}
        />
      </form>
    </Dialog>
  );
}

import { useState } from "react";
import type { TaskRow } from "../../../contract/tasks/tasks.ts";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { Field } from "../../ui/form/field.tsx";
import { type Assignee, AssigneeField, assignmentOf } from "./assignee-field.tsx";
import { assigneeOf } from "./task-fields.ts";
import { useTaskActions } from "./use-task-actions.ts";

interface AssignDialogProps extends Omit<ModalControls<true>, "close"> {
  title: string;
  description: string;
  value: Assignee;
  /** Whether it can go to everybody with a role, too. */
  hasGroups?: boolean;
  hint?: string | undefined;
  refusals: readonly string[];
  isBusy: boolean;
  onEdit: () => void;
  onAssign: (to: Assignee) => void;
}

/** „Zuweisen“, whatever it is: to a person or to nobody. */
export function AssignDialog({ value, hasGroups, hint, refusals, onEdit, onAssign, ...rest }: AssignDialogProps) {
  const [assignee, setAssignee] = useState(value);
  const change = (next: Assignee) => {
    setAssignee(next);
    onEdit();
  };
  return (
    <FormDialog {...rest} submitLabel="Zuweisen" busyLabel="Weist zu …" onSubmit={() => onAssign(assignee)}>
      {hasGroups ? (
        <AssigneeField value={assignee} errors={refusals} onChange={change} />
      ) : (
        <Field label="Zuständig" mark="optional" errors={[...refusals]} {...(hint && { hint })}>
          <RelationPicker
            to="user"
            value={assignee.person}
            autoFocus
            onChange={(person) => change({ ...assignee, person })}
          />
        </Field>
      )}
    </FormDialog>
  );
}

/** To whom a task goes. */
export function AssignTaskDialog({ task, close, ...controls }: ModalControls<true> & { task: TaskRow }) {
  const { refusals, onRefused, forget } = useRefusals();
  const { assign } = useTaskActions({ onRefused });
  const run = async (to: Assignee) => {
    if (await assign.run(task, assignmentOf(to))) close(true);
  };
  return (
    <AssignDialog
      {...controls}
      title="Aufgabe zuweisen"
      description={task.title}
      value={assigneeOf(task)}
      hasGroups
      refusals={refusals}
      isBusy={assign.isPending}
      onEdit={forget}
      onAssign={(to) => void run(to)}
    />
  );
}

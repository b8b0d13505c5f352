import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { describeRecurrence, recurrencePresets } from "../../../contract/tasks/recurrence.ts";
import type { TaskRow } from "../../../contract/tasks/tasks.ts";
import { createTask } from "../../../contract/tasks/tasks-input.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { showToast } from "../../lib/dialogs/toasts.ts";
import { DateInput } from "../../lib/form/date-input.tsx";
import { useForm } from "../../lib/form/form.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { newClientId } from "../../lib/new-client-id.ts";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { AssigneeField } from "./assignee-field.tsx";
import { ChecklistField } from "./checklist-field.tsx";
import type { TaskBeginning } from "./open-task-dialogs.tsx";
import { fieldsOf, freshTask, inputOf, type TaskFields } from "./task-fields.ts";

type Controls = ModalControls<{ id: string }>;

/** Makes a task; sent twice, it is made once. */
export function NewTaskDialog({ beginning, ...controls }: Controls & { beginning: TaskBeginning }) {
  const { target, title = "", text = "", source = "manual", box } = beginning;
  const [creationId] = useState(newClientId);
  const create = useTRPC().task.create.mutationOptions();
  const fields = useTaskForm({ ...freshTask, title, text });
  const creating = useMutate(create, {
    refreshes: box ? ["task", "page"] : ["task"],
    onSuccess: (made) => {
      showToast({ tone: "success", title: "Aufgabe angelegt." });
      controls.close(made);
    },
    onRefused: fields.showRefusal,
  });
  const about = target && { targetType: target.type, targetId: target.id };
  return (
    <TaskDialog
      controls={controls}
      fields={fields}
      heading="Neue Aufgabe"
      description={target && `Zu „${target.title}“`}
      isPending={creating.isPending}
      onSubmit={() => creating.mutate({ ...inputOf(fields.values), ...about, ...(box && { box }), source, creationId })}
    />
  );
}

/** Changes a task; what somebody else has changed meanwhile is not written over. */
export function EditTaskDialog({ task, ...controls }: Controls & { task: TaskRow }) {
  const fields = useTaskForm(fieldsOf(task));
  const updating = useMutate(useTRPC().task.update.mutationOptions(), {
    refreshes: ["task"],
    onSuccess: controls.close,
    onRefused: fields.showRefusal,
  });
  return (
    <TaskDialog
      controls={controls}
      fields={fields}
      heading="Aufgabe"
      description={task.target?.title ? `Zu „${task.target.title}“` : undefined}
      isPending={updating.isPending}
      onSubmit={() => updating.mutate({ id: task.id, version: task.version, ...inputOf(fields.values) })}
    >
      <History id={task.id} />
    </TaskDialog>
  );
}

const useTaskForm = (initial: TaskFields) =>
  useForm<TaskFields>({ schema: createTask, initial, toInput: (values) => inputOf(values) });

interface TaskDialogProps {
  controls: Controls;
  fields: ReturnType<typeof useTaskForm>;
  heading: string;
  description: string | undefined;
  isPending: boolean;
  onSubmit: () => void;
  children?: ReactNode;
}

function TaskDialog({ controls, fields, heading, description, isPending, onSubmit, children }: TaskDialogProps) {
  const rule = fields.values.recurrence;
  const rules: Record<string, string> = {
    "": "Nie",
    ...Object.fromEntries(recurrencePresets.map((preset) => [preset.rule, preset.label])),
    ...(rule && { [rule]: describeRecurrence(rule) }),
  };
  return (
    <FormDialog
      open={controls.open}
      onOpenChange={controls.onOpenChange}
      title={heading}
      description={description}
      width={560}
      submitLabel="Speichern"
      busyLabel="Speichert …"
      isBusy={isPending}
      onSubmit={() => fields.isValid() && onSubmit()}
      staysOpen
      formRef={fields.form}
      message={fields.message}
    >
      <Field label="Aufgabe" errors={fields.errorsOf("title")}>
        <TextInput {...fields.control("title")} autoFocus autoComplete="off" placeholder="Was ist zu tun?" />
      </Field>
      <Field label="Beschreibung" mark="optional" errors={fields.errorsOf("text")}>
        <TextArea {...fields.control("text")} rows={3} />
      </Field>
      <AssigneeField
        value={fields.values.assignee}
        errors={fields.errorsOf("assignee")}
        onChange={(assignee) => fields.change("assignee", assignee)}
      />
      <div className="grid gap-x-4 gap-y-[18px] md:grid-cols-2">
        <Field label="Bis" mark="optional" errors={fields.errorsOf("dueOn")}>
          <DateInput value={fields.values.dueOn} onChange={(day) => fields.change("dueOn", day)} />
        </Field>
        <Field label="Wiederholung" errors={fields.errorsOf("recurrence")}>
          <ChoiceSelect labels={rules} value={rule} onChange={(next) => fields.change("recurrence", next)} />
        </Field>
      </div>
      <ChecklistField
        value={fields.values.checklist}
        errors={fields.errorsOf("checklist")}
        onChange={(checklist) => fields.change("checklist", checklist)}
      />
      {children}
    </FormDialog>
  );
}

/** What became of the task so far. */
function History({ id }: { id: string }) {
  const entries = useQuery(useTRPC().task.history.queryOptions({ id })).data;
  if (!entries) return null;
  return (
    <details className="text-ui">
      <summary className="cursor-pointer py-1 font-medium">Verlauf</summary>
      <ul className="mt-1">
        {entries.map((entry) => (
          <li key={entry.id} className="flex flex-wrap justify-between gap-x-4 border-b py-1.5">
            <span>
              {entry.label}
              <span className="text-text-2"> · {entry.by?.name ?? "Portal"}</span>
            </span>
            <span className="num text-text-3">{formatDateTime(entry.at)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

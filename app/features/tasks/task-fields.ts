import type { ChecklistItem, TaskRow } from "../../../contract/tasks/tasks.ts";
import { readDate } from "../../../contract/time/calendar-date.ts";
import { type Assignee, assignmentOf, nobody } from "./assignee-field.tsx";

/** What the form of a task holds. */
export interface TaskFields extends Record<string, unknown> {
  title: string;
  text: string;
  assignee: Assignee;
  dueOn: string;
  recurrence: string;
  checklist: (Omit<ChecklistItem, "id"> & { id?: string; key: string })[];
}

export const assigneeOf = ({ assignee, group }: Pick<TaskRow, "assignee" | "group">): Assignee => ({
  ...nobody,
  person: assignee && { id: assignee.id, label: assignee.name },
  group,
});

export const freshTask: TaskFields = {
  title: "",
  text: "",
  assignee: nobody,
  dueOn: "",
  recurrence: "",
  checklist: [],
};

export const fieldsOf = (task: TaskRow): TaskFields => ({
  title: task.title,
  text: task.text ?? "",
  assignee: assigneeOf(task),
  dueOn: task.dueOn ?? "",
  recurrence: task.recurrence ?? "",
  checklist: task.checklist.map((item) => ({ ...item, key: item.id })),
});

/** What the server is sent; a day that cannot be read is sent as it was typed, and refused. */
export function inputOf({ title, text, assignee, dueOn, recurrence, checklist }: TaskFields) {
  const day = dueOn ? readDate(dueOn) : undefined;
  return {
    title,
    text: text || null,
    ...assignmentOf(assignee),
    dueOn: day ? ("value" in day ? String(day.value) : dueOn) : null,
    recurrence: recurrence || null,
    checklist: checklist
      .filter((item) => item.text.trim() !== "")
      .map(({ id, text: point, isDone }) => ({ ...(id && { id }), text: point, isDone })),
  };
}

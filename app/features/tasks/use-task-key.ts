import { hasAbility } from "../../../contract/roles.ts";
import { readPageSubject } from "../../lib/page-subject.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { usePageKey } from "../../lib/shortcuts.ts";

export const taskKey = "t";

/** `t` makes a task on every page, about the record that the page shows. */
export function useTaskKey(): void {
  const mayWrite = hasAbility(useRole(), "writeTasks");
  usePageKey(taskKey, mayWrite ? beginTask : undefined);
}

/** Begins a task about what the page on screen shows. */
export function beginTask(): void {
  const target = readPageSubject();
  void import("./open-task-dialogs.tsx").then(({ openNewTask }) => openNewTask(target && { target }));
}

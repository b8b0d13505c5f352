import type { TaskGroup, TaskRow } from "../../../contract/tasks/tasks.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { showToast, undoable } from "../../lib/dialogs/toasts.ts";

type Task = Pick<TaskRow, "id" | "title" | "snoozedUntil" | "assignee" | "group">;
interface Assignment {
  assigneeUserId: string | null;
  assigneeGroup: TaskGroup | null;
}

const refreshes = ["task", "claim", "dashboard"] as const;

/** „Erledigt“, „Später“ and „Zuweisen“, each with „Rückgängig“ in its toast. */
export function useTaskActions({ onRefused }: { onRefused?: (error: unknown) => boolean } = {}) {
  const trpc = useTRPC();
  const completing = useMutate(trpc.task.complete.mutationOptions(), { refreshes });
  const reopening = useMutate(trpc.task.reopen.mutationOptions(), { refreshes });
  const snoozing = useMutate(trpc.task.snooze.mutationOptions(), { refreshes });
  const assigning = useMutate(trpc.task.assign.mutationOptions(), { refreshes, ...(onRefused && { onRefused }) });
  const say = (title: string, { title: message }: Task, undo: () => void) =>
    showToast({ tone: "success", title, message, ...undoable(undo) });
  // What was refused has been said; nothing is thrown on.
  const done = (call: Promise<unknown>) =>
    call.then(
      () => true,
      () => false,
    );

  const complete = async (task: Task) => {
    const isDone = await done(completing.mutateAsync({ id: task.id }));
    if (isDone) say("Aufgabe erledigt.", task, () => reopening.mutate({ id: task.id }));
  };
  const snooze = async (task: Task, until: string | null) => {
    const { id, snoozedUntil } = task;
    const isDone = await done(snoozing.mutateAsync({ id, until }));
    if (isDone && until)
      say(`Zurückgestellt bis ${formatCalendarDate(until)}.`, task, () => snoozing.mutate({ id, until: snoozedUntil }));
  };
  const assign = async (task: Task, to: Assignment) => {
    const before = { assigneeUserId: task.assignee?.id ?? null, assigneeGroup: task.group };
    const isDone = await done(assigning.mutateAsync({ id: task.id, ...to }));
    if (isDone) say("Aufgabe zugewiesen.", task, () => assigning.mutate({ id: task.id, ...before }));
    return isDone;
  };
  return {
    complete: { run: complete, isPending: completing.isPending },
    reopen: { run: ({ id }: Task) => done(reopening.mutateAsync({ id })), isPending: reopening.isPending },
    snooze: { run: snooze, isPending: snoozing.isPending },
    assign: { run: assign, isPending: assigning.isPending },
  };
}

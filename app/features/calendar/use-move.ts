import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import { hasAbility, type Role } from "../../../contract/roles.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC, useTRPCClient } from "../../lib/api/trpc.tsx";
import { showToast, undoable } from "../../lib/dialogs/toasts.ts";

type Moved = Pick<DeadlineRow, "id" | "kind" | "label" | "target" | "dueOn" | "version" | "state" | "actions">;

/** Whether a date is the team's own to move: a date of its own or a task, never what a record or a registry says. */
export function isMovable({ kind, target, state, actions }: Moved, role: Role): boolean {
  if (state !== "open") return false;
  if (target?.type === "task") return hasAbility(role, "writeTasks");
  return kind === "custom" && actions.includes("edit");
}

/** Moves a date that is the team's own to another day, with „Rückgängig“ in its toast. */
export function useMove(): { move: (row: Moved, to: string) => Promise<boolean>; isMoving: boolean } {
  const trpc = useTRPC();
  const api = useTRPCClient();
  const refreshes = ["deadline", "task", "dashboard"] as const;
  const moving = useMutate(trpc.deadline.update.mutationOptions(), { refreshes });
  const movingTask = useMutate(trpc.task.update.mutationOptions(), { refreshes });

  const write = async ({ id, target, version }: Moved, dueOn: string): Promise<Pick<DeadlineRow, "version">> => {
    if (target?.type !== "task") return moving.mutateAsync({ id, version, dueOn });
    const task = await api.task.get.query({ id: target.id });
    return movingTask.mutateAsync({ id: task.id, version: task.version, dueOn });
  };
  const move = async (row: Moved, to: string): Promise<boolean> => {
    if (row.dueOn === to) return true;
    try {
      const { version } = await write(row, to);
      showToast({
        tone: "success",
        title: `Verschoben auf ${formatCalendarDate(to)}.`,
        message: nameOf(row),
        ...undoable(() => void write({ ...row, version }, row.dueOn).catch(() => undefined)),
      });
      return true;
    } catch {
      // What was refused has been said.
      return false;
    }
  };
  return { move, isMoving: moving.isPending || movingTask.isPending };
}

/** What a deadline is called in the calendar: what it is about, or what somebody has called it. */
export const nameOf = ({ kind, label, target }: Pick<DeadlineRow, "kind" | "label" | "target">): string =>
  kind === "custom" || !target ? label : target.label;

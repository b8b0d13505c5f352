import type { RecordKey } from "../../../contract/records/record-types.ts";
import type { TaskRow, TaskSource, TaskTarget } from "../../../contract/tasks/tasks.ts";
import { addDays } from "../../../contract/time/today.ts";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";
import { pickDay } from "../../lib/dialogs/pick-day.tsx";
import { portalToday } from "../../lib/time/portal-clock.ts";

/** What a new task begins with. */
export interface TaskBeginning {
  target?: TaskTarget & { title: string };
  title?: string;
  text?: string;
  source?: TaskSource;
  /** The check box of the page that stands for it. */
  box?: PagePoint["box"];
}

/** A check box of a page of which a task can be made. */
export interface PagePoint {
  title: string;
  /** By its number among all, and by its words. */
  box: { index: number; text: string };
}

/** Makes a task; resolves with its id. */
export function openNewTask(beginning: TaskBeginning = {}): Promise<{ id: string } | undefined> {
  return lazyDialog(
    () => import("./task-dialog.tsx"),
    ({ NewTaskDialog }, controls) => <NewTaskDialog beginning={beginning} {...controls} />,
  );
}

/** Shows a task with all that can be changed of it. */
export function openTask(task: TaskRow): Promise<{ id: string } | undefined> {
  return lazyDialog(
    () => import("./task-dialog.tsx"),
    ({ EditTaskDialog }, controls) => <EditTaskDialog task={task} {...controls} />,
  );
}

/** Asks to whom a task goes. */
export function openAssign(task: TaskRow): Promise<true | undefined> {
  return lazyDialog(
    () => import("./assign-dialog.tsx"),
    ({ AssignTaskDialog }, controls) => <AssignTaskDialog task={task} {...controls} />,
  );
}

/** Asks until which day something is put off. */
export function openLater(title: string): Promise<string | undefined> {
  const today = portalToday();
  const labels = { title: "Später", label: "Wieder am", submitLabel: "Zurückstellen" };
  return pickDay({ ...labels, description: title, day: addDays(today, 1), after: today });
}

/** Offers to make tasks of the check boxes of a page that are not ticked. */
export function openPoints(
  target: RecordKey & { title: string },
  points: readonly PagePoint[],
): Promise<true | undefined> {
  return lazyDialog(
    () => import("./points-dialog.tsx"),
    ({ PointsDialog }, controls) => <PointsDialog target={target} points={points} {...controls} />,
  );
}

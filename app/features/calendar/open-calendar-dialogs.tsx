import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";
import type { CalendarState } from "./calendar-state.ts";

/** Shows everything of one day. */
export function openDay(day: string, state: CalendarState): Promise<true | undefined> {
  return lazyDialog(
    () => import("./day-dialog.tsx"),
    ({ DayDialog }, controls) => <DayDialog {...{ day, state }} {...controls} />,
  );
}

/** Asks for the day on which something of one's own is to stand. */
export function openMove(deadline: DeadlineRow): Promise<true | undefined> {
  return lazyDialog(
    () => import("./move-dialog.tsx"),
    ({ MoveDialog }, controls) => <MoveDialog deadline={deadline} {...controls} />,
  );
}

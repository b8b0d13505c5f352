import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";
import type { CalendarState } from "./calendar-state.ts";

/** Shows everything of one day. */
export function openDay(day: string, state: CalendarState): Promise<true | undefined> {
  return lazyDialog(
    () => import("./day-dialog.tsx"),
    ({ DayDialog }, controls) => <DayDialog day={day} state={state} {...controls} />,
  );
}

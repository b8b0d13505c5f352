import { lazyDialog } from "./lazy-dialog.ts";
import type { DayQuestion } from "./pick-day-dialog.tsx";

/** Asks for one day; undefined when nobody chose one. */
export function pickDay(question: DayQuestion): Promise<string | undefined> {
  return lazyDialog(
    () => import("./pick-day-dialog.tsx"),
    ({ PickDayDialog }, controls) => <PickDayDialog {...question} {...controls} />,
  );
}

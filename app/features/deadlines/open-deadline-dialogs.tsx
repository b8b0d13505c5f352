import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";
import type { PageSubject } from "../../lib/page-subject.ts";

/** What the dialog of a date of one's own begins with: one that is there, or the record that a new one is about. */
export interface OwnDateBeginning {
  deadline?: DeadlineRow;
  target?: PageSubject | undefined;
}

/** Makes a date of one's own, or changes one. */
export function openOwnDate(beginning: OwnDateBeginning = {}): Promise<true | undefined> {
  return lazyDialog(
    () => import("./own-date-dialog.tsx"),
    ({ OwnDateDialog }, controls) => <OwnDateDialog {...beginning} {...controls} />,
  );
}

/** Asks to whom a deadline goes. */
export function openAssignDeadline(deadline: DeadlineRow): Promise<true | undefined> {
  return lazyDialog(
    () => import("./assign-deadline-dialog.tsx"),
    ({ AssignDeadlineDialog }, controls) => <AssignDeadlineDialog deadline={deadline} {...controls} />,
  );
}

/** Asks how many days before people hear of a deadline. */
export function openLeads(deadline: DeadlineRow): Promise<true | undefined> {
  return lazyDialog(
    () => import("./leads-dialog.tsx"),
    ({ LeadsDialog }, controls) => <LeadsDialog deadline={deadline} {...controls} />,
  );
}

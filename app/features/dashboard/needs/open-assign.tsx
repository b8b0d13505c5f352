import type { Need } from "../../../../contract/dashboard/needs.ts";
import { lazyDialog } from "../../../lib/dialogs/lazy-dialog.ts";

/** Asks to whom an entry of the feedback goes. */
export function openAssignFeedback({ id, title, responsible: value }: Need): Promise<true | undefined> {
  return lazyDialog(
    () => import("./assign-dialog.tsx"),
    ({ AssignFeedbackDialog }, controls) => <AssignFeedbackDialog id={id} title={title} value={value} {...controls} />,
  );
}

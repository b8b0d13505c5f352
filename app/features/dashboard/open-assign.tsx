import type { Ref } from "../../../contract/records/fields.ts";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";

/** Asks to which person something goes. */
export function openAssignPerson(title: string, value: Ref | null): Promise<Ref | undefined> {
  return lazyDialog(
    () => import("./assign-dialog.tsx"),
    ({ AssignDialog }, controls) => <AssignDialog {...{ title, value }} {...controls} />,
  );
}

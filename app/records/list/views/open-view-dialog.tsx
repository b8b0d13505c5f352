import type { RecordType } from "../../../../contract/records/record-types.ts";
import type { SavedView, ViewState } from "../../../../contract/saved-views/saved-views.ts";
import { lazyDialog } from "../../../lib/dialogs/lazy-dialog.ts";

export type ViewSubject =
  | { view: SavedView; type?: undefined }
  | { type: RecordType; state: ViewState; view?: undefined };

/** Saves the state of a list as a new view, or gives a saved one another name and other readers. */
export function openViewDialog(subject: ViewSubject): Promise<SavedView | undefined> {
  return lazyDialog(
    () => import("./view-dialog.tsx"),
    ({ ViewDialog }, { open, onOpenChange, close }) => (
      <ViewDialog subject={subject} open={open} onOpenChange={onOpenChange} onSaved={close} />
    ),
  );
}

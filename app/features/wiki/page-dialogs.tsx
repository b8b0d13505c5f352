import type { RecordRow } from "../../../contract/records/rows.ts";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";
import type { PagePickerOptions, PickedParent } from "./page-picker.tsx";
import type { ExportedThing } from "./transfer/export-dialog.tsx";
import type { ActedPage } from "./use-page-actions.ts";

/** Asks for a place in the tree; the top of it has the id null. */
export function openPagePicker(options: PagePickerOptions): Promise<PickedParent | undefined> {
  return lazyDialog(
    () => import("./page-picker.tsx"),
    ({ PagePicker }, controls) => <PagePicker {...options} {...controls} />,
  );
}

/** Gives a page another title. */
export function openPageRename(page: ActedPage): Promise<true | undefined> {
  return lazyDialog(
    () => import("./rename-dialog.tsx"),
    ({ RenameDialog }, controls) => <RenameDialog page={page} {...controls} />,
  );
}

/** Puts a page into the trash after saying what hangs on it; resolves with true once it lies there. */
export function openTrashDialog(page: ActedPage): Promise<true | undefined> {
  return lazyDialog(
    () => import("./trash-dialog.tsx"),
    ({ TrashDialog }, controls) => <TrashDialog page={page} {...controls} />,
  );
}

/** Deletes a page in the trash for good; resolves with true once it is gone. */
export function openPageDeletion(record: RecordRow): Promise<true | undefined> {
  return lazyDialog(
    () => import("../../records/page/delete-dialog.tsx"),
    ({ DeleteDialog }, controls) => <DeleteDialog record={record} {...controls} />,
  );
}

/** Takes pages out of the portal as a file: one with what lies below it, selected ones, or all. */
export function openExportDialog(what: ExportedThing): Promise<true | undefined> {
  return lazyDialog(
    () => import("./transfer/export-dialog.tsx"),
    ({ ExportDialog }, controls) => <ExportDialog what={what} {...controls} />,
  );
}

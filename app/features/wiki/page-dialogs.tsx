import { lazy, Suspense } from "react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { openModal } from "../../lib/modals.ts";
import type { PagePickerOptions, PickedPlace } from "./page-picker.tsx";
import type { ExportedThing } from "./transfer/export-dialog.tsx";
import type { ActedPage } from "./use-page-actions.ts";

// Dialogs come with the first time that one is asked for.
const PagePicker = lazy(async () => ({ default: (await import("./page-picker.tsx")).PagePicker }));
const RenameDialog = lazy(async () => ({ default: (await import("./rename-dialog.tsx")).RenameDialog }));
const DeleteDialog = lazy(async () => ({
  default: (await import("../records/page/delete-dialog.tsx")).DeleteDialog,
}));
const TrashDialog = lazy(async () => ({ default: (await import("./trash-dialog.tsx")).TrashDialog }));
const ExportDialog = lazy(async () => ({ default: (await import("./transfer/export-dialog.tsx")).ExportDialog }));

/** Asks for a place in the tree; the top of it has the id null. */
export function openPagePicker(options: PagePickerOptions): Promise<PickedPlace | undefined> {
  return openModal<PickedPlace>((controls) => (
    <Suspense fallback={null}>
      <PagePicker {...options} {...controls} />
    </Suspense>
  ));
}

/** Gives a page another title. */
export function openPageRename(page: ActedPage): Promise<true | undefined> {
  return openModal<true>((controls) => (
    <Suspense fallback={null}>
      <RenameDialog page={page} {...controls} />
    </Suspense>
  ));
}

/** Puts a page into the trash after saying what hangs on it; resolves with true once it lies there. */
export function openTrashDialog(page: ActedPage): Promise<true | undefined> {
  return openModal<true>((controls) => (
    <Suspense fallback={null}>
      <TrashDialog page={page} {...controls} />
    </Suspense>
  ));
}

/** Deletes a page in the trash for good; resolves with true once it is gone. */
export function openPageDeletion(record: RecordRow): Promise<true | undefined> {
  return openModal<true>((controls) => (
    <Suspense fallback={null}>
      <DeleteDialog record={record} {...controls} />
    </Suspense>
  ));
}

/** Takes pages out of the portal as a file: one with what lies below it, selected ones, or all. */
export function openExportDialog(what: ExportedThing): Promise<true | undefined> {
  return openModal<true>((controls) => (
    <Suspense fallback={null}>
      <ExportDialog what={what} {...controls} />
    </Suspense>
  ));
}

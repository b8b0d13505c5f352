import type { RecordRow } from "../../../contract/records/rows.ts";
import { fetchPart } from "../../lib/fetch-part.ts";
import { openModal } from "../../lib/modals.ts";
import type { PagePickerOptions, PickedPlace } from "./page-picker.tsx";
import type { ExportedThing } from "./transfer/export-dialog.tsx";
import type { ActedPage } from "./use-page-actions.ts";

/** Asks for a place in the tree; the top of it has the id null. */
export async function openPagePicker(options: PagePickerOptions): Promise<PickedPlace | undefined> {
  const { PagePicker } = await fetchPart(() => import("./page-picker.tsx"));
  return openModal<PickedPlace>((controls) => <PagePicker {...options} {...controls} />);
}

/** Gives a page another title. */
export async function openPageRename(page: ActedPage): Promise<true | undefined> {
  const { RenameDialog } = await fetchPart(() => import("./rename-dialog.tsx"));
  return openModal<true>((controls) => <RenameDialog page={page} {...controls} />);
}

/** Puts a page into the trash after saying what hangs on it; resolves with true once it lies there. */
export async function openTrashDialog(page: ActedPage): Promise<true | undefined> {
  const { TrashDialog } = await fetchPart(() => import("./trash-dialog.tsx"));
  return openModal<true>((controls) => <TrashDialog page={page} {...controls} />);
}

/** Deletes a page in the trash for good; resolves with true once it is gone. */
export async function openPageDeletion(record: RecordRow): Promise<true | undefined> {
  const { DeleteDialog } = await fetchPart(() => import("../../records/page/delete-dialog.tsx"));
  return openModal<true>((controls) => <DeleteDialog record={record} {...controls} />);
}

/** Takes pages out of the portal as a file: one with what lies below it, selected ones, or all. */
export async function openExportDialog(what: ExportedThing): Promise<true | undefined> {
  const { ExportDialog } = await fetchPart(() => import("./transfer/export-dialog.tsx"));
  return openModal<true>((controls) => <ExportDialog what={what} {...controls} />);
}

import type { Output } from "../../../contract/records/fields.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";
import type { NewRef } from "./new-relations.ts";

export interface SavedRecord {
  id: string;
  title: string;
  version: number;
  /** What a form around the dialog makes when it is saved, where the dialog has only collected it. */
  ref?: NewRef;
}

export interface RecordDialogOptions {
  /** The record to edit; without one a new one is created. */
  record?: RecordRow;
  /** What a new record starts with; a relation as the whole reference. */
  prefill?: Record<string, Output>;
  /** Shows at once only what is required; everything else can be opened. */
  isBrief?: boolean;
  /** Saves nothing: what was entered is made together with the record of the form behind the dialog. */
  isForLater?: boolean;
}

/** Creates or edits a record in a dialog; resolves with what was saved, or with undefined when it is dismissed. */
export function openRecordDialog(
  type: RecordType,
  options: RecordDialogOptions = {},
): Promise<SavedRecord | undefined> {
  return lazyDialog(
    () => import("./record-dialog-form.tsx"),
    ({ RecordDialog }, controls) => <RecordDialog type={type} {...options} {...controls} />,
  );
}

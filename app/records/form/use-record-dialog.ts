import { type RecordType, shownBy } from "../../../contract/records/record-types.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { openRecordDialog, type RecordDialogOptions } from "./record-dialog.tsx";

/** Opens the dialog of a record, and refreshes what shows the record when it was saved. */
export function useRecordDialog() {
  const invalidate = useInvalidate();
  return async (type: RecordType, options?: RecordDialogOptions) => {
    const saved = await openRecordDialog(type, options);
    if (saved) await invalidate([...shownBy[type], "relation"]);
    return saved;
  };
}

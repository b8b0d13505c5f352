import type { RecordBody } from "../../../../contract/records/rows.ts";
import { lazyDialog } from "../../../lib/dialogs/lazy-dialog.ts";
import type { TwoEdits } from "./merge.ts";

/** Shows two edits side by side; resolves with what is to be written, or with undefined when nothing was decided. */
export function openConflictDialog(edits: TwoEdits): Promise<RecordBody | undefined> {
  return lazyDialog(
    () => import("./comparison.tsx"),
    ({ Comparison }, controls) => <Comparison {...edits} {...controls} />,
  );
}

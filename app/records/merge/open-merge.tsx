import type { RecordRow } from "../../../contract/records/rows.ts";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";

/** Merges a record with another one, chosen in the dialog where it is not given; resolves with whether it was done. */
export function openMerge(type: RecordRow["type"], ids: readonly [string, string?]): Promise<true | undefined> {
  return lazyDialog(
    () => import("./merge-dialog.tsx"),
    ({ MergeDialog }, controls) => <MergeDialog type={type} ids={ids} {...controls} />,
  );
}

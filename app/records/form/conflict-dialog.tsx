import { lazy, Suspense } from "react";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { openModal } from "../../lib/modals.ts";
import type { TwoEdits } from "./merge.ts";

const Comparison = lazy(async () => ({ default: (await import("./comparison.tsx")).Comparison }));

/** Shows two edits side by side; resolves with what is to be written, or with undefined when nothing was decided. */
export function openConflictDialog(edits: TwoEdits): Promise<RecordBody | undefined> {
  return openModal<RecordBody>((controls) => (
    <Suspense fallback={null}>
      <Comparison {...edits} {...controls} />
    </Suspense>
  ));
}

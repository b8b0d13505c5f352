import { lazy, Suspense } from "react";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { RecordBody, RecordConflict } from "../../../../contract/records/rows.ts";
import { openModal } from "../../../lib/modals.ts";
import type { FormValues } from "./form-value.ts";

const Comparison = lazy(async () => ({ default: (await import("./comparison.tsx")).Comparison }));

export interface Compared {
  declaration: Declaration;
  conflict: RecordConflict;
  values: FormValues;
  edited: readonly string[];
}

/** Shows two edits side by side; resolves with what is to be written, or with undefined when nothing was decided. */
export function openConflictDialog(compared: Compared): Promise<RecordBody | undefined> {
  return openModal<RecordBody>((controls) => (
    <Suspense fallback={null}>
      <Comparison {...compared} {...controls} />
    </Suspense>
  ));
}

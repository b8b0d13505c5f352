import type { ReactNode } from "react";
import type { RecordRow } from "../../../../contract/records/rows.ts";

/**
 * A tab that a feature adds to the pages of its records, in `app/features/<plural>/tabs.tsx`. `key` is the last part of
 * the address; a tab that shows records of another type has that type's plural as its key, so that links find it.
 */
export interface RecordTab {
  key: string;
  label: string;
  /** Absent while it is not known, and for tabs that count nothing. */
  useCount?: (record: RecordRow) => number | undefined;
  render: (record: RecordRow) => ReactNode;
}

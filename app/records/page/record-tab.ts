import type { ReactNode } from "react";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import type { Ability } from "../../../contract/roles.ts";

/**
 * A tab that a feature adds to the pages of its records, in `app/features/<plural>/tabs.tsx`. `key` is the last part of
 * the address; a tab that shows records of another type has that type's plural as its key, so that links find it.
 */
export interface RecordTab {
  key: string;
  label: string;
  /** Shows how many records of this type name the record. */
  counts?: RecordType;
  /** Shows a count of its own, undefined for none; at most one tab of a type has it. */
  useCount?: (record: RecordRow) => number | undefined;
  /** Who may see the tab; everybody who may see the record when absent. */
  ability?: Ability;
  /** Takes the whole width, without the column of relations. */
  isWide?: true;
  render: (record: RecordRow) => ReactNode;
}

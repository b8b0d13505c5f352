import type { BulkSelection } from "../../../../contract/records/bulk.ts";
import type { RecordScope } from "../../../../contract/records/list-input.ts";
import type { Selection } from "./selection.ts";

/** The selection as bulk commands take it. „All“ names the total that the person saw, so that nothing else is meant. */
export function toBulkSelection(selection: Selection, scope: RecordScope, totalItems: number): BulkSelection {
  return selection.kind === "all" ? { scope, expected: totalItems } : { ids: [...selection.ids] };
}

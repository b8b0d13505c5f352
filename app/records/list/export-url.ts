import type { Declaration } from "../../../contract/records/declaration.ts";
import { type ListState, writeListState } from "../../../contract/records/list-state.ts";
import { shownColumns } from "./table/columns.ts";

/** Where the export of a list is downloaded from. The columns always stand in it, because only the list knows them. */
export function exportUrl(declaration: Declaration, state: ListState, format: "csv" | "xlsx"): string {
  const query = writeListState({ ...state, page: 1 }, declaration);
  query.set("columns", shownColumns(declaration, state).join());
  return `/api/export/${declaration.plural}.${format}?${query}`;
}

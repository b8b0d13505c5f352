import type { Declaration } from "../../../contract/records/declaration.ts";
import { type ListState, writeListState } from "../../../contract/records/list-state.ts";
import { shownColumns } from "./table/columns.ts";

/** Where the export of a list is downloaded from. The columns always stand in it, because only the list knows them. */
export function exportUrl(declaration: Declaration, state: ListState, format: "csv" | "xlsx" | "pdf"): string {
  const query = writeListState({ ...state, page: 1 }, declaration);
  query.set("columns", shownColumns(declaration, state).join());
  return `/api/export/${declaration.plural}.${format}?${query}`;
}

/** Where a report about the records that a list finds is downloaded from. */
export function reportUrl(name: string, declaration: Declaration, state: ListState): string {
  const query = writeListState({ ...state, page: 1 }, declaration);
  return `/api/export/${name}.xlsx${query.size > 0 ? `?${query}` : ""}`;
}

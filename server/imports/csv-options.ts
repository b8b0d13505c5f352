import type { Options } from "csv-parse";
import type { Delimiter } from "../../contract/imports/imports.ts";
import { limits } from "./limits.ts";

/** How text files are cut: as forgiving as spreadsheets are, and no record without an end. */
export function csvOptions(delimiter: Delimiter): Options {
  return {
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: limits.columns * limits.cellLength,
  };
}

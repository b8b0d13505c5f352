import { type Expression, type SqlBool, sql } from "kysely";
import { foldText } from "../../contract/values/fold.ts";
import type { Asking } from "./field-sql.ts";
import type { RecordStore } from "./store.ts";

/** Whether a record is found by what was typed, over the table alias `record`. */
export function searchCondition(_store: RecordStore, _asking: Asking, search: string): Expression<SqlBool> {
  const pattern = `%${foldText(search).replace(/[\\%_]/g, "\\$&")}%`;
  return sql`${sql.ref("record.sortTitle")} like ${pattern} escape '\\'`;
}

import type { RawBuilder } from "kysely";
import { stringsOf } from "../../db/dialect/json.ts";

/** Ids given as a JSON array, as rows: one statement serves any number of them. */
export function idsIn(idsJson: string): RawBuilder<string> {
  return stringsOf(idsJson);
}

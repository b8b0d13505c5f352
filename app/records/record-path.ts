import { recordFolders } from "../../contract/records/record-folders.ts";
import type { RecordType } from "../../contract/records/record-types.ts";

/** Where a record's page lies; undefined for types that are shown on the pages of others. */
export function recordPath(type: RecordType | "user", id: string): string | undefined {
  const folder = recordFolders[type];
  return folder && `/${folder}/${id}`;
}

import { entriesOf } from "../../contract/narrowing.ts";
import { declarations } from "../../contract/records/declarations.ts";
import type { RecordKey } from "../../contract/records/record-types.ts";

/** The record to whose page a path of the portal leads; undefined where it leads elsewhere. */
export function recordAt(pathname: string): RecordKey | undefined {
  for (const [type, { path }] of entriesOf(declarations)) {
    if (!path || !pathname.startsWith(`${path}/`)) continue;
    const [id] = pathname.slice(path.length + 1).split("/");
    if (id) return { type, id };
  }
  return undefined;
}

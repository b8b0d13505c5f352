import type { LookupKind } from "../../../contract/lookups/lookups.ts";
import type { Db } from "../../db/connection.ts";

const started = new WeakMap<object, readonly LookupKind[]>();

/** Notes which kinds are looked up from now on; `end` that none is any more. */
export function noteStarted(db: Db, kinds: readonly LookupKind[]): { end(): void } {
  started.set(db, kinds);
  return { end: () => void started.delete(db) };
}

/** The kinds that this process looks up; none where nobody is to be asked, or in a process that asks nobody. */
export const startedKinds = (db: Db): readonly LookupKind[] => started.get(db) ?? [];

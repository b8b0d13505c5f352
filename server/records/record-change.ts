import type { ChangeKind, RecordVerb } from "../../contract/changes/changes.ts";
import type { Tx } from "../db/transact.ts";
import { indexRecord } from "../search/index-record.ts";
import type { RecordStore } from "./store.ts";

interface WrittenChange {
  verb: RecordVerb;
  as?: ChangeKind | undefined;
  id: string;
  version: number;
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
  wasRestricted?: boolean;
  exceptSocketId?: string | undefined;
}

/** Writes what happened to a record into its history, keeps the search up to date, and tells the open pages. */
export async function recordChange(
  tx: Tx,
  { declaration }: RecordStore,
  { exceptSocketId, ...change }: WrittenChange,
): Promise<void> {
  const { verb, as, id, version, before, after, wasRestricted = false } = change;
  const { type } = declaration;
  await tx.record({
    kind: as ?? `${type}.${verb}`,
    subject: { type, id },
    version,
    ...(before && { before }),
    ...(after && { after }),
    wasRestricted,
  });
  const isNew = verb === "created";
  if (!tx.isRehearsal) tx.beforeCommit(`search:${id}`, () => indexRecord(tx, { type, id, isNew }));
  const payload = { records: { type, ids: [id] } };
  tx.signal({ event: "recordsChanged", payload, ...(exceptSocketId && { exceptSocketId }) });
}

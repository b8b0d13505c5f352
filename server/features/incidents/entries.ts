import type { EntryKind } from "../../../contract/incidents/incident-page.ts";
import { newId } from "../../db/new-id.ts";
import type { Tx } from "../../db/transact.ts";

interface NewEntry {
  kind: EntryKind;
  text?: string | null;
  byId?: string | null;
  clientId?: string | null;
}

/** Writes a line into the timeline of an incident; what has the same `clientId` stands there once. */
export async function writeEntry(
  tx: Tx,
  incidentId: string,
  { kind, text = null, byId = tx.actorId ?? null, clientId = null }: NewEntry,
): Promise<void> {
  await tx.db
    .insertInto("incidentEntries")
    .values({ id: newId(), incidentId, at: tx.now().toISOString(), kind, text, byId, clientId })
    .onConflict((conflict) => conflict.columns(["incidentId", "clientId"]).doNothing())
    .execute();
}

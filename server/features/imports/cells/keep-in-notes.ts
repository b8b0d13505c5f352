import type { RecordBody } from "../../../../contract/records/rows.ts";
import type { Tx } from "../../../db/transact.ts";
import { dynamic } from "../../../records/conditions/dynamic.ts";
import type { RecordStore } from "../../../records/store.ts";

/** A body whose notes hold a further paragraph, unless the notes of the row or of its record hold it already. */
export async function keepInNotes(
  tx: Tx,
  store: RecordStore,
  { found, body, note }: { found: string | undefined; body: RecordBody; note: string },
): Promise<RecordBody> {
  const given = body.notes;
  const known = typeof given === "string" ? given : found && (await readNotes(tx, store, found));
  const notes = known ? (known.includes(note) ? known : `${known}\n\n${note}`) : note;
  return { ...body, notes };
}

async function readNotes(tx: Tx, { table }: RecordStore, id: string): Promise<string | null> {
  const row = await dynamic(tx.db).selectFrom(table).select("notes").where("id", "=", id).executeTakeFirst();
  return typeof row?.notes === "string" ? row.notes : null;
}

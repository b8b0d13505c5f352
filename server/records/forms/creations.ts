import type { RecordType } from "../../../contract/records/record-types.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import type { Db } from "../../db/connection.ts";
import type { CreatedType } from "../../db/tables/api.ts";
import type { Tx } from "../../db/transact.ts";
import { Problem } from "../../problem.ts";
import { dynamic } from "../conditions/dynamic.ts";
import type { RecordContext } from "../record-context.ts";
import { tableOf } from "../tables.ts";

interface Creation {
  type: RecordType;
  creationId: string;
}

/** A form that stays open longer than this has forgotten what it sent. */
const keptMs = 7 * dayMs;

/** The id of what this person has created under a creation id; undefined when that is nothing yet. */
export async function findCreatedId(
  { db }: { db: Db },
  { person }: Pick<RecordContext, "person">,
  { type, creationId }: { type: CreatedType; creationId: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom("creations")
    .select("recordId")
    .where("userId", "=", person.id)
    .where("creationId", "=", creationId)
    .where("recordType", "=", type)
    .executeTakeFirst();
  return row?.recordId;
}

/**
 * The record that this person has created under a creation id, with the version from which they may go on: the present
 * one unless somebody else has changed it since. Undefined when that is nothing yet.
 */
export async function findCreation(
  tx: Tx,
  ctx: Pick<RecordContext, "person">,
  creation: Creation,
): Promise<{ id: string; version: number } | undefined> {
  const id = await findCreatedId(tx, ctx, creation);
  if (id === undefined) return undefined;
  const now = await dynamic(tx.db)
    .selectFrom(tableOf(creation.type))
    .select(["version", "updatedById"])
    .where("id", "=", id)
    .executeTakeFirst();
  return { id, version: now?.updatedById === ctx.person.id ? Number(now.version) : 1 };
}

interface NotedCreation {
  type: CreatedType;
  creationId: string;
  id: string;
}

/**
 * Remembers what was created under a creation id, and forgets what is older than a week. Refused when the person has
 * used the id before.
 */
export async function noteCreation(
  tx: Tx,
  { person }: Pick<RecordContext, "person">,
  { type, creationId, id }: NotedCreation,
  message = "Dieses Formular wurde schon gesendet. Bitte neu laden.",
): Promise<void> {
  const before = new Date(tx.now().getTime() - keptMs).toISOString();
  await tx.db.deleteFrom("creations").where("at", "<", before).execute();
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto("creations")
    .values({ userId: person.id, creationId, recordType: type, recordId: id, at: tx.now().toISOString() })
    .onConflict((on) => on.columns(["userId", "creationId"]).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) throw new Problem("conflict", { message });
}

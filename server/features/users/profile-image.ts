import type { Tx } from "../../db/transact.ts";
import { invalidField } from "../../problem.ts";

/** Gives an uploaded image to a person in place of the former one, which is left to the removal of orphans. */
export async function replaceProfileImage(
  tx: Tx,
  options: { userId: string; uploadedById: string; formerKey: string | null; key: string | null },
): Promise<void> {
  const { userId, uploadedById, formerKey, key } = options;
  if (key === formerKey) return;
  const owner = `user:${userId}`;
  if (formerKey)
    await tx.db
      .updateTable("files")
      .set({ owner: null })
      .where("key", "=", formerKey)
      .where("owner", "=", owner)
      .execute();
  if (key === null) return;
  const { numUpdatedRows } = await tx.db
    .updateTable("files")
    .set({ owner })
    .where("key", "=", key)
    .where("purpose", "=", "image")
    .where("confirmedAt", "is not", null)
    .where("createdById", "=", uploadedById)
    .where("owner", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw invalidField("body.imageKey", "Bild: Bitte lade das Bild erneut hoch.");
}

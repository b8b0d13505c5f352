import type { Tx } from "../../db/transact.ts";
import { invalidField } from "../../problem.ts";
import { attachFile, detachFile } from "../files/commands.ts";

/** Gives an uploaded image to a person in place of the former one, which is left to the removal of orphans. */
export async function replaceProfileImage(
  tx: Tx,
  options: { userId: string; uploadedById: string; formerKey: string | null; key: string | null },
): Promise<void> {
  const { userId, uploadedById, formerKey, key } = options;
  if (key === formerKey) return;
  const owner = `user:${userId}`;
  if (formerKey) await detachFile(tx, { key: formerKey, owner });
  if (key === null) return;
  const refusal = invalidField("body.imageKey", "Bild: Bitte lade das Bild erneut hoch.");
  await attachFile(tx, { key, owner, createdById: uploadedById, purpose: "image" }, refusal);
}

import type { Services } from "../../trpc/context.ts";

const graceMs = 24 * 60 * 60 * 1000;

/**
 * Removes files that nothing owns 24 h after their upload began, confirmed or not, and stored bytes of that age that no
 * row speaks of: what a crash between two steps leaves, or a ticket that was used again. Returns how many it removed.
 */
export async function removeOrphanedFiles(
  services: Pick<Services, "db" | "uploads" | "now">,
): Promise<{ files: number; objects: number }> {
  const { db, uploads } = services;
  const before = new Date(services.now().getTime() - graceMs);
  const orphans = await db
    .deleteFrom("files")
    .where("createdAt", "<", before.toISOString())
    .where("owner", "is", null)
    .returning("key")
    .execute();
  for (const { key } of orphans) await uploads.remove(key);

  let objects = 0;
  for await (const { key, stage, modifiedAt } of uploads.store.list()) {
    if (modifiedAt >= before) continue;
    const row = await db.selectFrom("files").select("confirmedAt").where("key", "=", key).executeTakeFirst();
    if (row && (stage === "kept" || row.confirmedAt === null)) continue;
    if (row) await uploads.store.removeReceived(key);
    else await uploads.remove(key);
    objects += 1;
  }
  return { files: orphans.length, objects };
}

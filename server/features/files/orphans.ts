import { dayMs } from "../../../contract/time/durations.ts";
import type { Db } from "../../db/connection.ts";
import type { Services } from "../../trpc/context.ts";
import { readDowntimes } from "./downtimes.ts";

const graceMs = dayMs;
const asideMs = 30 * graceMs;

type Sweep = Pick<Services, "db" | "uploads" | "now">;
type WasDown = Awaited<ReturnType<typeof readDowntimes>>;

/**
 * Removes files that nothing owns 24 h after their upload began, confirmed or not, and sets stored bytes of that age
 * aside that no row speaks of: what a crash between two steps leaves. Those go for good after 30 days, and come back
 * when a row speaks of them again.
 *
 * A database that was restored or is new does not know what was uploaded while no portal ran on it. So it never touches
 * bytes that came to lie there then, and only sets aside what lost its owner over such a time. Returns how many files
 * and stored objects it removed or set aside.
 */
export async function removeOrphanedFiles(services: Sweep): Promise<{ files: number; objects: number }> {
  const wasDown = await readDowntimes(services.db);
  const files = await removeOwnerless(services, wasDown);
  return { files, objects: await sweepStore(services, wasDown) };
}

async function removeOwnerless({ db, uploads, now }: Sweep, wasDown: WasDown): Promise<number> {
  const before = new Date(now().getTime() - graceMs).toISOString();
  const orphans = await db
    .deleteFrom("files")
    .where("createdAt", "<", before)
    .where("owner", "is", null)
    .returning(["key", "createdAt"])
    .execute();
  for (const { key, createdAt } of orphans) {
    const begun = new Date(createdAt);
    if (wasDown(begun, new Date(begun.getTime() + graceMs))) await uploads.setAside(key);
    else await uploads.remove(key);
  }
  return orphans.length;
}

async function sweepStore({ db, uploads, now }: Sweep, wasDown: WasDown): Promise<number> {
  const isOlder = (at: Date, ms: number) => at.getTime() < now().getTime() - ms;
  let objects = 0;
  for await (const { key, stage, modifiedAt } of uploads.store.list()) {
    const row = stage === "orphaned" || isOlder(modifiedAt, graceMs) ? await findRow(db, key) : undefined;
    if (stage === "orphaned" && row) await uploads.store.bringBack(key);
    if (wasDown(modifiedAt) || !isOlder(modifiedAt, stage === "orphaned" ? asideMs : graceMs)) continue;
    if (row && (stage !== "received" || row.confirmedAt === null)) continue;
    if (row) await uploads.store.removeReceived(key);
    else if (stage === "kept") await uploads.setAside(key);
    else await uploads.remove(key);
    objects += 1;
  }
  return objects;
}

const findRow = (db: Db, key: string) =>
  db.selectFrom("files").select("confirmedAt").where("key", "=", key).executeTakeFirst();

import { newId } from "../../db/new-id.ts";
import type { Tx } from "../../db/transact.ts";
import { jittered } from "../../jobs/waits.ts";
import { pictureOwner } from "./keep-picture.ts";
import { readPreviewSettings } from "./settings.ts";

interface TakenPicture {
  takenAt: string;
  desktopKey: string;
  mobileKey: string | null;
  look: string;
}

/** Gives a new website the picture that was taken of its address before there was one. */
export async function adoptPicture(
  tx: Tx,
  { websiteId, url, picture }: { websiteId: string; url: string; picture: TakenPicture },
): Promise<void> {
  const { takenAt, desktopKey, mobileKey, look } = picture;
  const keys = [desktopKey, mobileKey].filter((key) => key !== null);
  await tx.db
    .updateTable("files")
    .set({ owner: pictureOwner(websiteId) })
    .where("key", "in", keys)
    .execute();
  const { everyMs } = await readPreviewSettings(tx.db);
  const dueAt = new Date(Date.parse(takenAt) + jittered(everyMs)).toISOString();
  await tx.db
    .insertInto("previews")
    .values({ websiteId, url, dueAt, takenAt, triedAt: takenAt, desktopKey, mobileKey, look })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx.db
    .insertInto("previewPictures")
    .values({ id: newId(), websiteId, takenAt, desktopKey, mobileKey, distance: null })
    .execute();
}

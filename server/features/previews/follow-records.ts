import type { RecordedChange, Tx } from "../../db/transact.ts";
import { pictureOwner } from "./keep-picture.ts";

/** New websites and new addresses get their picture at once; pictures of deleted ones are removed. */
export async function followWebsites(tx: Tx, changes: readonly RecordedChange[]): Promise<void> {
  const websites = changes.filter(({ subject }) => subject.type === "website");
  if (websites.length === 0 || tx.isRehearsal) return;
  for (const { kind, subject } of websites) {
    if (kind !== "website.deleted") continue;
    await tx.db.updateTable("files").set({ owner: null }).where("owner", "=", pictureOwner(subject.id)).execute();
    await tx.db.deleteFrom("previewPictures").where("websiteId", "=", subject.id).execute();
    await tx.db.deleteFrom("previews").where("websiteId", "=", subject.id).execute();
  }
  tx.wake(
    "previewTargets",
    websites.map(({ subject }) => subject.id),
  );
}

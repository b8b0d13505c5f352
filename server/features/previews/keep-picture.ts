import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { ownerOf } from "../../../contract/files/attachments.ts";
import { newId } from "../../db/new-id.ts";
import type { Tx } from "../../db/transact.ts";

import type { Services } from "../../trpc/context.ts";
import { lookOf } from "./look.ts";

/** A picture of a page that lies among the files of the portal, and whose row is not yet written. */
export interface StoredPicture {
  key: string;
  size: number;
  width: number | null;
  height: number | null;
  look: string;
}

/** Stores a picture; it is re-encoded, because image data from untrusted pages is not stored as it comes. */
export async function storePicture({ uploads }: Pick<Services, "uploads">, webp: Uint8Array): Promise<StoredPicture> {
  const received = path.join(uploads.folder, "work", newId());
  const made = new Set([received]);
  try {
    await writeFile(received, webp, { mode: 0o600 });
    const verified = await uploads.verify(received, "image/webp");
    made.add(verified.path);
    const look = await lookOf(verified.path);
    const { key, size } = await uploads.adopt(verified.path, verified.mimeType);
    return { key, size, width: verified.width, height: verified.height, look };
  } finally {
    for (const file of made) await rm(file, { force: true });
  }
}

/** Pictures of a website are read by whoever may read it, and are none of its attachments. */
export const pictureOwner = (websiteId: string) => `preview:${ownerOf({ type: "website", id: websiteId })}`;

export async function addFile(
  tx: Tx,
  { look: _look, ...picture }: StoredPicture,
  { owner, createdById }: { owner: string; createdById: string },
): Promise<void> {
  const at = tx.now().toISOString();
  await tx.db
    .insertInto("files")
    .values({
      ...picture,
      filename: "vorschau.webp",
      mimeType: "image/webp",
      purpose: "image",
      createdById,
      owner,
      createdAt: at,
      receivedAt: at,
      checkedAt: at,
      confirmedAt: at,
    })
    .execute();
}

/** Leaves pictures that nothing shows to the job that removes files without an owner. */
export async function dropPictures(tx: Tx, keys: readonly (string | null)[]): Promise<void> {
  const given = keys.filter((key) => key !== null);
  if (given.length === 0) return;
  await tx.db.updateTable("files").set({ owner: null }).where("key", "in", given).execute();
}

import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { mimeTypeOf } from "../../../../contract/files/files.ts";
import { filename as filenameRule } from "../../../../contract/files/files-input.ts";
import { newId } from "../../../db/new-id.ts";
import { Problem } from "../../../problem.ts";
import type { PersonContext } from "../../../trpc/context.ts";
import type { CarriedFile } from "../formats/transfer-worker.ts";

type Keeping = Pick<PersonContext, "db" | "uploads" | "now" | "person">;

/**
 * Keeps a file that came with an import as if the person had uploaded it: checked by its bytes, pictures written anew.
 * It belongs to nothing yet. Throws a Problem for what is something else than its name says.
 */
export async function keepFile(ctx: Keeping, { name, bytes }: CarriedFile): Promise<string> {
  const mimeType = mimeTypeOf(name);
  if (!mimeType) throw new Problem("invalid", { message: "Der Dateityp ist nicht erlaubt." });
  const received = path.join(ctx.uploads.folder, "work", newId());
  const made = new Set([received]);
  try {
    await writeFile(received, bytes);
    const verified = await ctx.uploads.verify(received, mimeType);
    made.add(verified.path);
    const { key, size } = await ctx.uploads.adopt(verified.path, verified.mimeType);
    const at = ctx.now().toISOString();
    await ctx.db
      .insertInto("files")
      .values({
        key,
        size,
        filename: plainFilename(name),
        mimeType: verified.mimeType,
        width: verified.width,
        height: verified.height,
        purpose: "file",
        createdById: ctx.person.id,
        owner: null,
        createdAt: at,
        receivedAt: at,
        checkedAt: at,
        confirmedAt: at,
      })
      .execute();
    return key;
  } finally {
    for (const file of made) await rm(file, { force: true });
  }
}

function plainFilename(name: string): string {
  const short = name.slice(-255);
  return filenameRule.safeParse(short).success ? short : short.replace(/[^\p{L}\p{N}_. -]/gu, "_");
}

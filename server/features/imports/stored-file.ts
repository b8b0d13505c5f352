import { buffer } from "node:stream/consumers";
import type { FileKind } from "../../imports/read-file.ts";
import { invalidField, Problem } from "../../problem.ts";
import type { Services } from "../../trpc/context.ts";

const kinds: Partial<Record<string, FileKind>> = {
  "text/csv": "text",
  "text/tab-separated-values": "text",
  "text/plain": "text",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/json": "kumaJson",
  "application/vnd.sqlite3": "kumaSqlite",
};

export interface StoredFile {
  filename: string;
  kind: FileKind;
  bytes: Uint8Array;
}

/**
 * The bytes of an uploaded file. For a new import the file must be this person's own and belong to nothing yet; an
 * import's own file is had with the import.
 */
export async function openStoredFile(
  ctx: Pick<Services, "db" | "uploads"> & { person?: { id: string } },
  key: string,
  ownedBy?: { id: string },
): Promise<StoredFile> {
  const missing = invalidField("fileKey", "Datei: Diese Datei gibt es nicht.");
  let own = ctx.db
    .selectFrom("files")
    .select(["filename", "mimeType"])
    .where("key", "=", key)
    .where("confirmedAt", "is not", null);
  if (ownedBy) own = own.where("owner", "=", `import:${ownedBy.id}`);
  else own = own.where("createdById", "=", ctx.person?.id ?? "").where("owner", "is", null);
  const file = await own.executeTakeFirst();
  if (!file) throw missing;
  const kind = kinds[file.mimeType];
  if (!kind) throw invalidField("fileKey", "Datei: Bitte eine CSV-, TSV-, TXT- oder XLSX-Datei auswählen.");
  const stream = await ctx.uploads.store.read(key);
  if (!stream) throw new Problem("unavailable", { message: "Die Datei ist gerade nicht erreichbar." });
  return { filename: file.filename, kind, bytes: await buffer(stream) };
}

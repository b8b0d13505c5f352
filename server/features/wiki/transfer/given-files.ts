import { buffer } from "node:stream/consumers";
import { isOneOf } from "../../../../contract/narrowing.ts";
import { pageImportExtensions } from "../../../../contract/wiki/page-transfer.ts";
import { asProblem, invalidField, Problem } from "../../../problem.ts";
import type { PersonContext } from "../../../trpc/context.ts";
import { UnreadableFile } from "../formats/limits.ts";
import type { GivenFile } from "../formats/open-sources.ts";
import type { GivenKey } from "./import-state.ts";

const maxBytes = 100 * 1024 * 1024;

/** Uploaded files of this person that pages may be made of; throws a Problem that names the one that is not. */
export async function findGiven({ db, person }: PersonContext, keys: string[]): Promise<GivenKey[]> {
  const rows = await db
    .selectFrom("files")
    .select(["key", "filename", "size"])
    .where("key", "in", keys)
    .where("createdById", "=", person.id)
    .where("confirmedAt", "is not", null)
    .where("owner", "is", null)
    .execute();
  if (rows.length !== new Set(keys).size) throw invalidField("keys", "Dateien: Eine dieser Dateien gibt es nicht.");
  const total = rows.reduce((sum, { size }) => sum + (size ?? 0), 0);
  if (total > maxBytes) throw invalidField("keys", "Dateien: Zusammen höchstens 100 MB.");
  rows.sort((one, other) => keys.indexOf(one.key) - keys.indexOf(other.key));
  return rows.map(({ key, filename }) => {
    // The portal keeps no HTML; it travels as text and bears its own ending before that one.
    const name = filename.replace(/(\.html?)\.txt$/i, "$1");
    const extension = name.split(".").at(-1)?.toLowerCase() ?? "";
    if (!isOneOf(pageImportExtensions, extension))
      throw invalidField("keys", `Dateien: „${name}“ ist nichts, woraus Seiten werden.`);
    return { key, name };
  });
}

/** The bytes of the files that were given; throws a Problem once they are gone. */
export async function readGiven({ uploads }: Pick<PersonContext, "uploads">, given: GivenKey[]): Promise<GivenFile[]> {
  const files: GivenFile[] = [];
  for (const { key, name } of given) {
    const stream = await uploads.store.read(key);
    if (!stream)
      throw new Problem("precondition", { message: "Die Dateien sind nicht mehr da. Wähle sie erneut aus." });
    files.push({ name, bytes: await buffer(stream) });
  }
  return files;
}

/** The sentence for the person who imports. */
export function problemOf(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message;
  return asProblem(error)?.message ?? "Das hat nicht geklappt. Bitte versuche es erneut.";
}

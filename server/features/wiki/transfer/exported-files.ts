import type { Services } from "../../../trpc/context.ts";
import type { ZippedFile } from "../formats/zip-stream.ts";
import type { ExportPlaces } from "./export-places.ts";

/** The files of all pages that were read, each once; one whose bytes are gone is left out. */
export async function* readFiles(
  uploads: Pick<Services["uploads"], "store">,
  places: ExportPlaces,
): AsyncGenerator<ZippedFile> {
  for (const [key, path] of places.files) {
    const stream = await uploads.store.read(key);
    if (stream) yield { path, content: stream };
  }
}

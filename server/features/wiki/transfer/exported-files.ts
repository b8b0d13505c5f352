import type { Services } from "../../../trpc/context.ts";
import type { ZippedFile } from "../formats/zip-stream.ts";
import type { ExportPaths } from "./export-paths.ts";

/** The files of all pages that were read, each once; one whose bytes are gone is left out. */
export async function* readFiles(
  uploads: Pick<Services["uploads"], "store">,
  paths: ExportPaths,
): AsyncGenerator<ZippedFile> {
  for (const [key, path] of paths.files) {
    const stream = await uploads.store.read(key);
    if (stream) yield { path, content: stream };
  }
}

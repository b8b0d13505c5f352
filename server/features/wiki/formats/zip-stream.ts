import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

/** A file of an archive; text is packed, everything else is packed already. */
export interface ZippedFile {
  path: string;
  content: string | AsyncIterable<Uint8Array>;
}

/** An archive that is made while it is read; nothing of it is held but the piece at hand. */
export async function* zipStream(files: AsyncIterable<ZippedFile>, now: Date): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else ready.push(chunk);
  });
  const encoder = new TextEncoder();
  for await (const { path, content } of files) {
    const entry = typeof content === "string" ? new ZipDeflate(path, { level: 6 }) : new ZipPassThrough(path);
    entry.mtime = now;
    zip.add(entry);
    if (typeof content === "string") entry.push(encoder.encode(content), true);
    else {
      for await (const chunk of content) {
        entry.push(chunk);
        yield* ready.splice(0);
      }
      entry.push(new Uint8Array(), true);
    }
    if (failure) throw failure;
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}

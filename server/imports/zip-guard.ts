import { Unzip, UnzipInflate } from "fflate";
import { limits, UnreadableFile } from "./limits.ts";

const stepBytes = 64 * 1024;

/**
 * Unpacks an archive once without keeping anything, and throws UnreadableFile as soon as more comes out of it than a
 * spreadsheet may hold. What the archive says of its own sizes is not believed.
 */
export function refuseZipBomb(bytes: Uint8Array): void {
  let unpacked = 0;
  let problem: Error | undefined;
  const unzip = new Unzip((file) => {
    file.ondata = (error, chunk) => {
      if (error) problem ??= new UnreadableFile("Die Datei ist beschädigt.");
      unpacked += chunk?.length ?? 0;
      if (unpacked > limits.unpackedBytes) {
        problem ??= new UnreadableFile("Die Datei wird beim Entpacken zu groß. Bitte speichere sie als CSV.");
        file.terminate();
      }
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let start = 0; start < bytes.length && !problem; start += stepBytes)
      unzip.push(bytes.subarray(start, start + stepBytes), start + stepBytes >= bytes.length);
  } catch {
    problem ??= new UnreadableFile("Die Datei ist beschädigt.");
  }
  if (problem) throw problem;
}

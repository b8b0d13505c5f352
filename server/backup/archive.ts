import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Pack } from "tar-stream";
import { isOneOf } from "../../contract/narrowing.ts";
import { BackupProblem, isCircumstance } from "./backup-problem.ts";
import { decrypt, encrypt } from "./encryption.ts";
import { archivedFiles, gunzip, type ManifestHeader } from "./manifest.ts";

type FileEntry = ManifestHeader["files"][number];

/** The SHA-256 of a stream, and how long it was. */
export async function hashStream(source: AsyncIterable<Uint8Array>): Promise<{ sha256: string; size: number }> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest("hex"), size };
}

/** Packs files of a folder into one archive that the recipients can open: tar, then gzip, then age. */
export async function writeArchive(
  folder: string,
  files: readonly FileEntry[],
  { to, recipients }: { to: string; recipients: readonly string[] },
): Promise<void> {
  const { pack } = await import("tar-stream");
  const tar = pack();
  const packing = packAll(tar, folder, files).catch((error: Error) => void tar.destroy(error));
  const zipped = createGzip({ level: 6 });
  // Its error is thrown where the compressed stream is read.
  pipeline(tar, zipped).catch(() => undefined);
  await pipeline(await encrypt(zipped, recipients), createWriteStream(to, { mode: 0o600 }));
  await packing;
}

async function packAll(tar: Pack, folder: string, files: readonly FileEntry[]): Promise<void> {
  for (const { name, size } of files) {
    const { mtime } = await stat(path.join(folder, name));
    const entry = tar.entry({ name, size, mode: 0o600, mtime });
    await pipeline(createReadStream(path.join(folder, name)), entry);
  }
  tar.finalize();
}

/**
 * Unpacks an archive into a folder and compares each file with what the manifest says of it. Takes nothing but plain
 * files of the names that an archive has; throws a BackupProblem for anything else.
 */
export async function readArchive(
  source: AsyncIterable<Uint8Array>,
  { identity, header, to }: { identity: string; header: ManifestHeader; to: string },
): Promise<void> {
  const { extract } = await import("tar-stream");
  const tar = extract();
  const feeding = pipeline(Readable.from(gunzip(await decrypt(source, identity))), tar);
  feeding.catch(() => undefined);
  const awaited = new Map(header.files.map((file) => [file.name, file]));
  try {
    for await (const entry of tar) {
      const { name, type } = entry.header;
      const file = isOneOf(archivedFiles, name) ? awaited.get(name) : undefined;
      if (type !== "file" || !file) throw new BackupProblem(`Unerlaubter Name im Backup: ${name.slice(0, 200)}`);
      awaited.delete(file.name);
      await unpack(entry, path.join(to, file.name), file);
    }
    await feeding;
  } catch (cause) {
    if (cause instanceof BackupProblem || isCircumstance(cause)) throw cause;
    throw new BackupProblem("Das Archiv ist beschädigt oder unvollständig.", { code: "damaged", cause });
  }
  const [absent] = awaited.keys();
  if (absent) throw new BackupProblem(`Im Archiv fehlt ${absent}.`);
}

async function unpack(entry: AsyncIterable<unknown>, to: string, file: FileEntry): Promise<void> {
  const hash = createHash("sha256");
  async function* hashed() {
    for await (const chunk of entry as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(hashed(), createWriteStream(to, { flags: "wx", mode: 0o600, flush: true }));
  if (hash.digest("hex") !== file.sha256)
    throw new BackupProblem(`${file.name} im Archiv ist nicht die Datei, die gesichert wurde.`);
}

import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, lstatSync, readFileSync, readlinkSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Header, type Pack, pack } from "tar-stream";

/** What an archive holds: its path there, and the file on disk or the text that it is made of. */
export type Content = { name: string } & ({ file: string } | { text: string; isProgram?: boolean });

/** Thousands of small files are read at once: opening a stream for each of them costs more than compressing them. */
const wholeBytes = 1024 * 1024;

/** Resolves once the archive has taken the file, which it does as fast as it is compressed. */
const addWhole = (archive: Pack, header: Partial<Header> & Pick<Header, "name">, bytes: Buffer) =>
  new Promise<void>((resolve, reject) => {
    archive.entry(header, (error) => (error ? reject(error) : resolve())).end(bytes);
  });

/**
 * Writes a `.tar.gz` below one top folder and its SHA-256 beside it, and resolves with what it weighs packed and
 * unpacked. The same content gives the same bytes.
 */
export async function writeArchive(target: string, topFolder: string, contents: readonly Content[], builtAt: Date) {
  const archive = pack();
  const written = pipeline(archive, createGzip({ level: 6 }), createWriteStream(`${target}.new`));
  let unpackedBytes = 0;
  const common = { mtime: builtAt, uid: 0, gid: 0, uname: "root", gname: "root" };
  // Where an archive says nothing of a folder, it is made with the umask of whoever unpacks, and may be closed to the
  // portal's account.
  const folders = new Set(contents.flatMap(({ name }) => foldersOf(`${topFolder}/${name}`)));
  for (const name of [...folders].sort()) archive.entry({ ...common, name, type: "directory", mode: 0o755 });
  for (const content of [...contents].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = `${topFolder}/${content.name}`;
    if ("text" in content) {
      archive.entry({ ...common, name, mode: content.isProgram ? 0o755 : 0o644 }, content.text);
      unpackedBytes += Buffer.byteLength(content.text);
      continue;
    }
    const stat = lstatSync(content.file);
    if (stat.isSymbolicLink()) {
      archive.entry({ ...common, name, type: "symlink", linkname: readlinkSync(content.file) });
      continue;
    }
    const header = { ...common, name, size: stat.size, mode: stat.mode & 0o111 ? 0o755 : 0o644 };
    if (stat.size <= wholeBytes) await addWhole(archive, header, readFileSync(content.file));
    else await pipeline(createReadStream(content.file), archive.entry(header));
    unpackedBytes += stat.size;
  }
  archive.finalize();
  await written;
  await rename(`${target}.new`, target);
  const bytes = await readFile(target);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await writeFile(`${target}.sha256`, `${sha256}  ${path.basename(target)}\n`);
  return { packedBytes: bytes.length, unpackedBytes };
}

/** Each folder on the way to a file, the outermost first. */
function foldersOf(name: string): string[] {
  const parts = name.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}

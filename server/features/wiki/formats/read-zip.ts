import { crc32, inflateRawSync } from "node:zlib";
import { damaged, limits, UnreadableFile } from "./limits.ts";

export interface ZipEntry {
  path: string;
  size: number;
  /** Unpacks it; throws UnreadableFile when there is more or something else in it than the archive says. */
  bytes(): Buffer;
}

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;
const localEntry = 0x04034b50;

/**
 * The files of an archive, none of them unpacked yet. Refuses what leads out of the archive, what is encrypted, and
 * what would grow beyond the limit: sizes that the archive only claims do not help, they bound what is unpacked.
 */
export function readZip(bytes: Uint8Array, { unpackedBytes }: { unpackedBytes: number } = limits): ZipEntry[] {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readDirectory(archive, unpackedBytes);
  } catch (error) {
    if (error instanceof RangeError) throw damaged();
    throw error;
  }
}

function readDirectory(archive: Buffer, maxBytes: number): ZipEntry[] {
  const end = findEnd(archive);
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  if (count === 0xffff || at === 0xffffffff) throw new UnreadableFile("Die Datei ist zu groß. Bitte teile sie auf.");
  if (count > limits.entries) throw new UnreadableFile(`Die Datei enthält mehr als ${limits.entries} Dateien.`);
  const entries: ZipEntry[] = [];
  const seen = new Set<string>();
  let total = 0;
  for (let index = 0; index < count; index++) {
    if (archive.readUInt32LE(at) !== directoryEntry) throw damaged();
    const flags = archive.readUInt16LE(at + 8);
    const nameLength = archive.readUInt16LE(at + 28);
    const name = nameOf(archive.subarray(at + 46, at + 46 + nameLength), flags);
    const size = archive.readUInt32LE(at + 24);
    const found = {
      method: archive.readUInt16LE(at + 10),
      crc: archive.readUInt32LE(at + 16),
      size,
      packed: archive.readUInt32LE(at + 20),
      start: archive.readUInt32LE(at + 42),
    };
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    if (name.endsWith("/")) continue;
    const path = safePath(name);
    if (flags & 1) throw new UnreadableFile("Die Datei ist mit einem Passwort geschützt.");
    total += size;
    if (total > maxBytes) throw new UnreadableFile("Die Datei wird beim Entpacken zu groß. Bitte teile sie auf.");
    if (seen.has(path)) continue;
    seen.add(path);
    entries.push({ path, size, bytes: () => unpack(archive, found) });
  }
  return entries;
}

function findEnd(archive: Buffer): number {
  for (let at = archive.length - 22; at >= Math.max(0, archive.length - 22 - 0xffff); at--)
    if (archive.readUInt32LE(at) === directoryEnd) return at;
  throw damaged();
}

function nameOf(bytes: Buffer, flags: number): string {
  if (flags & 0x800) return bytes.toString("utf8");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
}

/** A path inside the archive; refuses one that leads out of it. */
export function safePath(name: string): string {
  const path = name.replaceAll("\\", "/").normalize("NFC");
  const parts = path.split("/");
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path) || parts.includes("..") || path.includes("\0"))
    throw new UnreadableFile("Die Datei enthält Pfade, die aus ihr herausführen. Sie wird nicht eingelesen.");
  return parts.filter((part) => part !== "" && part !== ".").join("/");
}

interface Stored {
  method: number;
  crc: number;
  size: number;
  packed: number;
  start: number;
}

function unpack(archive: Buffer, { method, crc, size, packed, start }: Stored): Buffer {
  if (archive.readUInt32LE(start) !== localEntry) throw damaged();
  const from = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
  const content = archive.subarray(from, from + packed);
  const bytes = inflate(content, method, size);
  if (bytes.length !== size || crc32(bytes) !== crc) throw damaged();
  return bytes;
}

function inflate(content: Buffer, method: number, size: number): Buffer {
  if (method === 0) return content;
  if (method !== 8) throw new UnreadableFile("Die Datei ist auf eine Weise gepackt, die sich nicht lesen lässt.");
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, size) });
  } catch {
    throw damaged();
  }
}

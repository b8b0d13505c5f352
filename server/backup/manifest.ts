import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { parseOwnJson } from "../../contract/narrowing.ts";
import { keyPattern } from "../files/store.ts";
import { BackupProblem } from "./backup-problem.ts";
import { isObjectName } from "./targets/target.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.number().int().min(0);

/** The database is a file of SQLite, or what pg_dump makes of one on Postgres. */
export const archivedFiles = [
  "techcenter.sqlite",
  "techcenter.dump",
  "checks.sqlite",
  "secrets.json",
  "backup-key.json",
] as const;
export type ArchivedFile = (typeof archivedFiles)[number];

const contents = z.object({
  /** Rows by table. */
  counts: z.record(z.string(), bytes),
  /** The newest moment by table, where rows have one. */
  newest: z.record(z.string(), z.string()),
});
export type Contents = z.infer<typeof contents>;

const header = z.object({
  format: z.literal(1),
  id: z.string(),
  /** The portal that made it; absent in what a former version has made. */
  owner: z.string().optional(),
  createdAt: z.iso.datetime(),
  portal: z.object({ version: z.string(), node: z.string() }),
  /** The last migration that had run. */
  migration: z.string(),
  recipients: z.array(z.string()).min(1),
  files: z.array(z.object({ name: z.enum(archivedFiles), size: bytes, sha256 })),
  contents: z.record(z.string(), contents),
  /** The hash of the newest entry of the audit log, where that is chained. */
  auditHead: z.string().nullable(),
  /** Where uploads lay, and whether their bytes are part of this backup. */
  uploads: z.object({ store: z.enum(["folder", "s3"]), isIncluded: z.boolean() }),
});
export type ManifestHeader = z.infer<typeof header>;

const upload = z.object({
  key: z.string().regex(keyPattern),
  size: bytes,
  sha256,
  object: z.string().refine(isObjectName),
});
const missing = z.object({ key: z.string().regex(keyPattern), missing: z.literal(true) });
const end = z.object({ end: z.literal(true), uploads: bytes, bytes, missing: bytes });
const line = z.union([upload, missing, end]);

export type ManifestUpload = z.infer<typeof upload>;
export type ManifestEntry = ManifestUpload | z.infer<typeof missing>;
export type ManifestEnd = z.infer<typeof end>;

export interface Manifest {
  header: ManifestHeader;
  /** One after the other, in the order of their keys; throws a BackupProblem where the manifest is not whole. */
  entries: AsyncGenerator<ManifestEntry, ManifestEnd>;
  /** Ends reading where the entries are not wanted. */
  close(): Promise<void>;
}

export const toLine = (value: ManifestHeader | ManifestEntry | ManifestEnd) => `${JSON.stringify(value)}\n`;

/** Reads a decrypted manifest line by line, however many uploads it names. */
export async function readManifest(compressed: Readable): Promise<Manifest> {
  const lines = linesOf(gunzip(compressed));
  const close = async () => void (await lines.return(undefined));
  try {
    return { header: parse(header, await nextOf(lines)), entries: entriesOf(lines), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function nextOf(lines: AsyncGenerator<string, undefined>): Promise<string> {
  const { value, done } = await lines.next();
  if (done) throw new BackupProblem("Das Verzeichnis des Backups ist unvollständig.");
  return value;
}

/** Unpacks a stream; one that is broken throws a BackupProblem. */
export async function* gunzip(compressed: Readable): AsyncGenerator<Buffer> {
  const unpacked = createGunzip();
  // Its error is thrown where the unpacked stream is read.
  pipeline(compressed, unpacked).catch(() => undefined);
  try {
    yield* unpacked;
  } catch (cause) {
    if (cause instanceof BackupProblem) throw cause;
    throw new BackupProblem("Die Datei ist beschädigt oder unvollständig.", { code: "damaged", cause });
  }
}

/** Longer than any line that a manifest has. */
const maxLine = 1024 * 1024;

async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of source) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    if (rest.length > maxLine) throw new BackupProblem("Das Verzeichnis des Backups ist beschädigt.");
    yield* parts;
  }
}

async function* entriesOf(lines: AsyncGenerator<string, undefined>): AsyncGenerator<ManifestEntry, ManifestEnd> {
  try {
    let last = "";
    for (;;) {
      const entry = parse(line, await nextOf(lines));
      if ("end" in entry) return entry;
      if (entry.key <= last) throw new BackupProblem("Das Verzeichnis des Backups ist nicht geordnet.");
      last = entry.key;
      yield entry;
    }
  } finally {
    await lines.return(undefined);
  }
}

/** Reads on to the last line, which counts the rest. */
export async function readEnd(entries: Manifest["entries"]): Promise<ManifestEnd> {
  let next = await entries.next();
  while (!next.done) next = await entries.next();
  return next.value;
}

function parse<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    const format = /^\{"format":(\d+)/.exec(text)?.[1];
    if (format !== undefined && format !== "1")
      throw new BackupProblem(`Dieses Backup hat das Format ${format}; eine neuere Fassung des Portals liest es.`);
    throw new BackupProblem("Das Verzeichnis des Backups ist beschädigt.", { cause });
  }
}

/** Ends at the first entry that cannot be read: what it would have told is found out anew. */
export async function* sound(entries: AsyncIterable<ManifestEntry>): AsyncGenerator<ManifestEntry> {
  try {
    yield* entries;
  } catch (error) {
    if (!(error instanceof BackupProblem)) throw error;
  }
}

/** Of the program that makes a backup. */
export async function portalVersion(): Promise<string> {
  const text = await readFile(path.join(import.meta.dirname, "../../package.json"), "utf8");
  return parseOwnJson<{ version: string }>(text).version;
}

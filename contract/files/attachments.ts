import { id } from "../pagination.ts";
import { recordKey } from "../records/record-key.ts";
import { z } from "../zod.ts";
import type { MimeType } from "./files.ts";
import { filename } from "./files-input.ts";

/** `key` of a file that the person has uploaded and confirmed. */
export const attachment = recordKey.extend({ key: id });

/** `replaces` is the file of the same record whose next version this one is. */
export const addAttachment = attachment.extend({ replaces: id.optional() });

export const renameAttachment = attachment.extend({ filename: z.string().trim().pipe(filename) });

/** A file on a record. */
export interface Attachment {
  key: string;
  filename: string;
  mimeType: MimeType;
  size: number;
  /** Of images; null for everything else. */
  width: number | null;
  addedBy: { id: string; name: string } | null;
  addedAt: Date;
  /** The file whose next version this is; null for the first. */
  replacesKey: string | null;
  /** Since when it is kept as signed and stays as it is. */
  signedAt: Date | null;
}

/** A file with its earlier versions, the newest of them first. */
export interface VersionedFile {
  file: Attachment;
  /** How many versions there are. */
  version: number;
  earlier: Attachment[];
}

/** The files of a record without those that a newer version has taken the place of, in their order. */
export function groupVersions(files: readonly Attachment[]): VersionedFile[] {
  const byKey = new Map(files.map((file) => [file.key, file]));
  const replaced = new Set(files.map(({ replacesKey }) => replacesKey));
  return files
    .filter(({ key }) => !replaced.has(key))
    .map((file) => {
      const earlier: Attachment[] = [];
      for (let next = byKey.get(file.replacesKey ?? ""); next; next = byKey.get(next.replacesKey ?? ""))
        earlier.push(next);
      return { file, version: earlier.length + 1, earlier };
    });
}

/** Who owns the file of a record, as the table of files keeps it. */
export const ownerOf = ({ type, id }: { type: string; id: string }) => `${type}:${id}`;

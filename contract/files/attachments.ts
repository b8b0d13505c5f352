import { id } from "../pagination.ts";
import { recordKey } from "../records/record-key.ts";
import { z } from "../zod.ts";
import { filename, type MimeType } from "./files.ts";

/** `key` of a file that the person has uploaded and confirmed. */
export const attachment = recordKey.extend({ key: id });

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
}

/** Who owns the file of a record, as the table of files keeps it. */
export const ownerOf = ({ type, id }: { type: string; id: string }) => `${type}:${id}`;

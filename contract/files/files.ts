import { isOneOf, keysOf } from "../narrowing.ts";
import { minuteMs } from "../time/durations.ts";

export const defaultImageQuality = 75;
export const maxImageBytes = 15 * 1024 * 1024;
export const maxFileBytes = 50 * 1024 * 1024;
export const uploadPath = "/api/upload";
export const uploadFieldName = "file";
/** How long a ticket admits a post, and how long received bytes wait for their confirmation. */
export const uploadLifeMs = 5 * minuteMs;
export const maxOpenUploads = 100;
export const uploadFailed = "Could not upload image";

/** What may be uploaded; SVG, HTML and the like are never served inline. HEIC is kept as JPEG, AVIF as WebP. product.md 2.14. */
export const mimeTypes = {
  "image/jpeg": { extensions: ["jpg", "jpeg"], image: true },
  "image/png": { extensions: ["png"], image: true },
  "image/webp": { extensions: ["webp"], image: true },
  "image/avif": { extensions: ["avif"], image: true },
  "image/heic": { extensions: ["heic", "heif"], image: true },
  "image/gif": { extensions: ["gif"], image: true },
  "image/svg+xml": { extensions: ["svg"], image: false },
  "application/pdf": { extensions: ["pdf"], image: false },
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": { extensions: ["docx"], image: false },
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": { extensions: ["xlsx"], image: false },
  "text/csv": { extensions: ["csv"], image: false },
  "text/tab-separated-values": { extensions: ["tsv", "tab"], image: false },
  "text/plain": { extensions: ["txt"], image: false },
  "text/markdown": { extensions: ["md"], image: false },
  "application/zip": { extensions: ["zip"], image: false },
  "message/rfc822": { extensions: ["eml"], image: false },
  // Backups of other programs, for imports alone: never attached to anything and never served.
  "application/json": { extensions: ["json"], image: false, importOnly: true },
  "application/vnd.sqlite3": { extensions: ["db", "sqlite", "sqlite3"], image: false, importOnly: true },
} as const satisfies Record<string, { extensions: readonly string[]; image: boolean; importOnly?: true }>;

export type MimeType = keyof typeof mimeTypes;

export type UploadPurpose = "image" | "file" | "import";
/** Whether files of a type are taken by imports and by nothing else. */
export const isImportOnly = (type: MimeType): boolean => "importOnly" in mimeTypes[type];

/** The type that a file name's extension stands for; undefined when nothing of that kind may be uploaded for the purpose. */
export function mimeTypeOf(name: string, purpose: UploadPurpose = "file"): MimeType | undefined {
  const extension = name.includes(".") ? name.split(".").at(-1)?.toLowerCase() : undefined;
  const found = keysOf(mimeTypes).find((type) => isOneOf(mimeTypes[type].extensions, extension));
  return found && isImportOnly(found) && purpose !== "import" ? undefined : found;
}

/** Step 1 of an upload: post `fields` and then the file to `url` as multipart/form-data. */
export interface UploadTicket {
  url: string;
  fields: Record<string, string> & { key: string };
}

export interface UploadedFile {
  key: string;
  filename: string;
  mimeType: MimeType;
  size: number;
  width: number | null;
  height: number | null;
}

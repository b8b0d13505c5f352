import { File, FileArchive, FileImage, FileSpreadsheet, FileText, type LucideIcon, Mail } from "lucide-react";
import type { MimeType } from "../../../contract/files/files.ts";
import { formatNumber } from "../../lib/format.ts";

const icons: Partial<Record<MimeType, LucideIcon>> = {
  "application/pdf": FileText,
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": FileText,
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": FileSpreadsheet,
  "text/csv": FileSpreadsheet,
  "text/plain": FileText,
  "text/markdown": FileText,
  "application/zip": FileArchive,
  "message/rfc822": Mail,
  "image/svg+xml": FileImage,
};

export function fileIcon(type: MimeType): LucideIcon {
  return icons[type] ?? File;
}

/** „1,2 MB“, „340 kB“. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes}\u202fB`;
  if (bytes < 1_000_000) return `${formatNumber(bytes / 1000)}\u202fkB`;
  return `${formatNumber(bytes / 1_000_000, 1)}\u202fMB`;
}

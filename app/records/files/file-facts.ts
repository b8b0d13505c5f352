import { File, FileArchive, FileImage, FileSpreadsheet, FileText, type LucideIcon, Mail } from "lucide-react";
import type { MimeType } from "../../../contract/files/files.ts";

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

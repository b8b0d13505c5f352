import {
  Download,
  Ellipsis,
  File,
  FileArchive,
  FileImage,
  FilePlus2,
  FileSpreadsheet,
  FileText,
  type LucideIcon,
  Mail,
  Pencil,
  PenLine,
  Trash2,
} from "lucide-react";
import { useRef } from "react";
import type { Attachment } from "../../../contract/files/attachments.ts";
import { fileUrl } from "../../../contract/files/file-url.ts";
import { type MimeType, mimeTypes } from "../../../contract/files/files.ts";
import { formatDate, formatDateTime, formatMoment } from "../../lib/format.ts";
import { Image } from "../../lib/image.tsx";
import { IconButton } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { formatBytes } from "../values/format-bytes.ts";

interface FileRowProps {
  file: Attachment;
  version: number;
  earlier: readonly Attachment[];
  onRename?: () => void;
  onRemove?: () => void;
  onSign?: () => void;
  /** Takes the next version of the file. */
  onVersion?: (next: File) => void;
}

export function FileRow({ file, version, earlier, ...acts }: FileRowProps) {
  const { key, filename, mimeType, signedAt } = file;
  return (
    <li className="border-b py-2">
      <div className="flex min-h-10 items-center gap-3">
        <span className="grid h-10 w-10 flex-none place-items-center overflow-hidden rounded-8 bg-sunken text-text-3">
          {mimeTypes[mimeType].image ? (
            <Image imageKey={key} alt="" sizes="40px" className="h-full w-full object-cover" />
          ) : (
            <Icon of={fileIcon(mimeType)} size={20} />
          )}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex min-w-0 items-center gap-2">
            <FileLink file={file} className="text-row font-medium" />
            {version > 1 && <Tag tone="out">Fassung {version}</Tag>}
            {signedAt && (
              <Tag tone="ok" title={formatMoment(signedAt)}>
                Unterschrieben<span className="max-md:hidden"> {formatDate(signedAt)}</span>
              </Tag>
            )}
          </span>
          <FileFacts file={file} />
        </span>
        <DownloadLink file={file} />
        <FileActs filename={filename} {...acts} />
      </div>
      {earlier.length > 0 && (
        <details className="ml-[52px]">
          <summary className="w-fit cursor-pointer py-1 text-note text-text-2 hover:text-text-1 max-md:py-3">
            {earlier.length === 1 ? "Frühere Fassung" : `${earlier.length} frühere Fassungen`}
          </summary>
          <ul aria-label={`Frühere Fassungen von ${filename}`}>
            {earlier.map((each, index) => (
              <li key={each.key} className="flex min-h-10 items-center gap-3">
                <span className="min-w-0 flex-1">
                  <span className="flex min-w-0 items-center gap-2">
                    <FileLink file={each} className="text-ui" />
                    <Tag tone="out">Fassung {earlier.length - index}</Tag>
                    {each.signedAt && <Tag tone="ok">Unterschrieben</Tag>}
                  </span>
                  <FileFacts file={each} />
                </span>
                <DownloadLink file={each} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function FileLink({ file: { key, filename }, className }: { file: Attachment; className: string }) {
  return (
    <a
      href={fileUrl(key)}
      target="_blank"
      rel="noopener noreferrer"
      className={`block min-w-0 truncate hover:underline max-md:py-1 ${className}`}
      title={filename}
    >
      {filename}
    </a>
  );
}

function FileFacts({ file: { size, addedBy, addedAt } }: { file: Attachment }) {
  return (
    <span className="block text-meta text-text-3">
      {formatBytes(size)}
      {addedBy && `, ${addedBy.name}`}, <time title={formatMoment(addedAt)}>{formatDateTime(addedAt)}</time>
    </span>
  );
}

function DownloadLink({ file: { key, filename } }: { file: Attachment }) {
  return (
    <a
      href={fileUrl(key)}
      download={filename}
      aria-label={`${filename} herunterladen`}
      className={buttonClass({ variant: "ghost", iconOnly: true })}
    >
      <Icon of={Download} />
    </a>
  );
}

type FileActsProps = Pick<FileRowProps, "onRename" | "onRemove" | "onSign" | "onVersion"> & { filename: string };

function FileActs({ filename, onRename, onRemove, onSign, onVersion }: FileActsProps) {
  const input = useRef<HTMLInputElement>(null);
  if (!onVersion) return null;
  return (
    <>
      {onRename && (
        <IconButton icon={Pencil} label={`${filename} umbenennen`} className="max-md:hidden" onClick={onRename} />
      )}
      {onRemove && (
        <IconButton icon={Trash2} label={`${filename} entfernen`} className="max-md:hidden" onClick={onRemove} />
      )}
      <input
        ref={input}
        type="file"
        aria-label={`Neue Fassung von ${filename}`}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const next = event.target.files?.[0];
          event.target.value = "";
          if (next) onVersion(next);
        }}
      />
      <Menu>
        <MenuTrigger asChild>
          <IconButton icon={Ellipsis} label={`Mehr zu ${filename}`} />
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={FilePlus2} onSelect={() => input.current?.click()}>
            Neue Fassung …
          </MenuItem>
          {onSign && (
            <MenuItem icon={PenLine} onSelect={onSign}>
              Als unterschrieben festhalten …
            </MenuItem>
          )}
          {onRename && (
            <MenuItem icon={Pencil} className="md:hidden" onSelect={onRename}>
              Umbenennen …
            </MenuItem>
          )}
          {onRemove && (
            <MenuItem icon={Trash2} danger className="md:hidden" onSelect={onRemove}>
              Entfernen …
            </MenuItem>
          )}
        </MenuContent>
      </Menu>
    </>
  );
}

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

function fileIcon(type: MimeType): LucideIcon {
  return icons[type] ?? File;
}

import { Download, Pencil, Trash2 } from "lucide-react";
import type { Attachment } from "../../../contract/files/attachments.ts";
import { fileAddress, mimeTypes } from "../../../contract/files/files.ts";
import { formatDateTime, formatMoment } from "../../lib/format.ts";
import { Image } from "../../lib/image.tsx";
import { IconButton } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { Icon } from "../../ui/icon.tsx";
import { fileIcon, formatSize } from "./file-facts.ts";

interface FileRowProps {
  file: Attachment;
  onRename?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
}

export function FileRow({ file, onRename, onRemove }: FileRowProps) {
  const { key, filename, mimeType, size, addedBy, addedAt } = file;
  const address = fileAddress(key);
  return (
    <li className="flex min-h-14 items-center gap-3 border-b py-2">
      <span className="grid h-10 w-10 flex-none place-items-center overflow-hidden rounded-8 bg-sunken text-text-3">
        {mimeTypes[mimeType].image ? (
          <Image imageKey={key} alt="" sizes="40px" className="h-full w-full object-cover" />
        ) : (
          <Icon of={fileIcon(mimeType)} size={20} />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          className="block truncate text-row font-medium hover:underline max-md:py-1"
          title={filename}
        >
          {filename}
        </a>
        <span className="block text-meta text-text-3">
          {formatSize(size)}
          {addedBy && `, ${addedBy.name}`}, <time title={formatMoment(addedAt)}>{formatDateTime(addedAt)}</time>
        </span>
      </span>
      <a
        href={address}
        download={filename}
        aria-label={`${filename} herunterladen`}
        className={buttonClass({ variant: "ghost", iconOnly: true })}
      >
        <Icon of={Download} />
      </a>
      {onRename && <IconButton icon={Pencil} label={`${filename} umbenennen`} onClick={onRename} />}
      {onRemove && <IconButton icon={Trash2} label={`${filename} entfernen`} onClick={onRemove} />}
    </li>
  );
}

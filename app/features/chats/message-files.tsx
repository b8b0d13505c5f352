import { FileText } from "lucide-react";
import type { ChatFile } from "../../../contract/chats/chats.ts";
import { fileAddress } from "../../../contract/files/files.ts";
import { formatSize } from "../../records/files/file-facts.ts";
import { Icon } from "../../ui/icon.tsx";

const thumbHeight = 140;
const thumbWidth = 280;

/** What hangs on a message: pictures as pictures, everything else by its name. */
export function MessageFiles({ files }: { files: readonly ChatFile[] }) {
  return (
    <ul aria-label="Anhänge" className="mt-1.5 flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.key} className="min-w-0 max-w-full">
          {file.width && file.height ? <Picture file={file} /> : <FileLink file={file} />}
        </li>
      ))}
    </ul>
  );
}

function Picture({ file: { key, filename, width, height } }: { file: ChatFile }) {
  const scale = Math.min(1, thumbWidth / (width ?? 1), thumbHeight / (height ?? 1));
  return (
    <a href={fileAddress(key)} target="_blank" rel="noopener noreferrer" className="block overflow-hidden rounded-8">
      <img
        src={fileAddress(key, { width: 640 })}
        alt={filename}
        // Known before it is loaded, so that nothing moves when it is.
        width={Math.max(24, Math.round((width ?? 1) * scale))}
        height={Math.max(24, Math.round((height ?? 1) * scale))}
        loading="lazy"
        decoding="async"
        className="block h-auto max-w-full bg-bone object-cover shadow-[inset_0_0_0_1px_var(--line)] dark:brightness-[.88]"
      />
    </a>
  );
}

function FileLink({ file: { key, filename, size } }: { file: ChatFile }) {
  return (
    <a
      href={fileAddress(key)}
      download={filename}
      className="flex min-h-9 max-w-full items-center gap-2 rounded-8 bg-tint-6 px-2.5 text-ui hover:bg-tint-7 max-md:min-h-11"
    >
      <Icon of={FileText} className="text-text-3" />
      <span className="min-w-0 truncate font-medium">{filename}</span>
      <span className="num flex-none text-label text-text-2">{formatSize(size)}</span>
    </a>
  );
}

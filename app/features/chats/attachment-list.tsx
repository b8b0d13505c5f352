import { FileText, RotateCw, X } from "lucide-react";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Attachment, useAttachments } from "./use-attachments.ts";

/** The files of the message that is being written, above its field. */
export function AttachmentList({ attachments }: { attachments: ReturnType<typeof useAttachments> }) {
  const { list, problem, retry, remove } = attachments;
  return (
    <>
      {problem && (
        <p role="alert" className="px-3 pt-2 text-meta text-bad-text">
          {problem}
        </p>
      )}
      {list.length > 0 && (
        <ul aria-label="Angehängt" className="max-h-32 overflow-y-auto px-1.5 pt-1.5">
          {list.map((attachment) => (
            <li key={attachment.id} className="flex min-h-8 items-center gap-2 rounded-6 pl-1.5 text-ui">
              <Icon of={FileText} className="text-text-3" />
              <span className="min-w-0 flex-1 truncate">{attachment.name}</span>
              <State attachment={attachment} />
              {attachment.hasFailed && (
                <IconButton
                  icon={RotateCw}
                  size="sm"
                  label={`${attachment.name}: Erneut versuchen`}
                  onClick={() => retry(attachment)}
                />
              )}
              <IconButton
                icon={X}
                size="sm"
                label={`${attachment.name} entfernen`}
                onClick={() => remove(attachment)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function State({ attachment: { done, hasFailed, part } }: { attachment: Attachment }) {
  if (done) return null;
  if (hasFailed) return <span className="flex-none text-label text-bad-text">Nicht hochgeladen</span>;
  return <span className="num flex-none text-label text-text-2">{Math.round(part * 100)} %</span>;
}

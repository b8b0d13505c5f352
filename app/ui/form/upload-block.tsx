import { type LucideIcon, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { cx } from "../cx.ts";
import { Icon } from "../icon.tsx";
import { ProgressLine } from "../status/progress-line.tsx";
import { FileDropzone } from "./file-dropzone.tsx";

interface UploadBlockProps {
  /** „Datei“ or „Dateien“. */
  label: string;
  icon: LucideIcon;
  accept: string;
  multiple?: boolean;
  /** What is taken, while nothing is on its way. */
  hint: ReactNode;
  /** What is on its way, what happens to it, and how far it is from 0 to 1. */
  sending?: { name: string; text: string; part: number; label: string } | undefined;
  failure?: string | undefined;
  onFiles: (files: File[]) => void;
  onCancel: () => void;
}

/** Takes files, by button or by dropping them anywhere on the block, and says how far they are. */
export function UploadBlock(props: UploadBlockProps) {
  const { label, icon, accept, multiple = false, hint, sending, failure, onFiles, onCancel } = props;
  return (
    <FileDropzone
      aria-label={label}
      pickLabel={`${label} auswählen`}
      accept={accept}
      multiple={multiple}
      isBusy={sending !== undefined}
      onFiles={onFiles}
      className={(isOver) =>
        cx(
          "rounded-10 border border-dashed border-control px-6 py-7 transition-colors max-md:px-4",
          isOver && "bg-selected",
        )
      }
    >
      {({ pick }) => (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <Icon of={icon} size={20} className="text-text-2" />
            <div className="min-w-[200px] flex-1" aria-live="polite">
              <p className="text-row font-semibold [overflow-wrap:anywhere]">
                {sending ? sending.name : `${label} hierher ziehen`}
              </p>
              <p className="text-note text-text-2">{sending ? sending.text : hint}</p>
              {sending && <ProgressLine label={sending.label} part={sending.part} />}
            </div>
            {sending ? (
              <Button icon={X} onClick={onCancel}>
                Abbrechen
              </Button>
            ) : (
              <Button variant="primary" onClick={pick}>
                {label} auswählen
              </Button>
            )}
          </div>
          {failure && (
            <p role="alert" className="mt-3 text-ui text-bad-text">
              {failure}
            </p>
          )}
        </>
      )}
    </FileDropzone>
  );
}

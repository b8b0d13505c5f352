import { FileText, X } from "lucide-react";
import { pageImportExtensions } from "../../../../contract/wiki/page-transfer.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { FileDropzone } from "../../../ui/form/file-dropzone.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ProgressLine } from "../../imports/progress-line.tsx";
import type { ChoiceState } from "./use-chosen-files.ts";

const accept = pageImportExtensions.map((extension) => `.${extension}`).join(",");

interface FilesChooserProps {
  state: ChoiceState;
  onFiles: (files: readonly File[]) => void;
  onCancel: () => void;
}

/** Takes files, by button or by dropping them on the block. */
export function FilesChooser({ state, onFiles, onCancel }: FilesChooserProps) {
  const isBusy = state.phase === "sending";
  return (
    <FileDropzone
      aria-label="Dateien"
      pickLabel="Dateien auswählen"
      accept={accept}
      multiple
      isBusy={isBusy}
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
            <Icon of={FileText} size={20} className="text-text-2" />
            <div className="min-w-[200px] flex-1" aria-live="polite">
              <p className="text-row font-semibold [overflow-wrap:anywhere]">
                {isBusy ? state.name : "Dateien hierher ziehen"}
              </p>
              <p className="text-note text-text-2">
                {isBusy ? "Wird hochgeladen …" : "Markdown, HTML, DOCX oder ZIP, höchstens 50 MB je Datei"}
              </p>
              {isBusy && <ProgressLine label="Dateien werden hochgeladen" part={state.part} />}
            </div>
            {isBusy ? (
              <Button icon={X} onClick={onCancel}>
                Abbrechen
              </Button>
            ) : (
              <Button variant="primary" onClick={pick}>
                Dateien auswählen
              </Button>
            )}
          </div>
          {state.phase === "failed" && (
            <p role="alert" className="mt-3 text-ui text-bad-text">
              {state.message}
            </p>
          )}
        </>
      )}
    </FileDropzone>
  );
}

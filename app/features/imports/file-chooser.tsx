import { FileSpreadsheet, X } from "lucide-react";
import { backupExtensions, backupTypes, type ImportType, importExtensions } from "../../../contract/imports/imports.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { FileDropzone } from "../../ui/form/file-dropzone.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ProgressLine } from "./progress-line.tsx";
import type { FileState } from "./use-import-file.ts";

const acceptFor = (type: ImportType) =>
  [...importExtensions, ...(backupTypes.includes(type) ? backupExtensions : [])]
    .map((extension) => `.${extension}`)
    .join(",");

interface FileChooserProps {
  type: ImportType;
  state: FileState;
  onFile: (file: File) => void;
  onCancel: () => void;
}

/** Takes one file, by button or by dropping it anywhere on the block. */
export function FileChooser({ type, state, onFile, onCancel }: FileChooserProps) {
  const isBusy = state.phase === "sending" || state.phase === "reading";

  return (
    <FileDropzone
      aria-label="Datei"
      pickLabel="Datei auswählen"
      accept={acceptFor(type)}
      isBusy={isBusy}
      onFiles={([file]) => file && onFile(file)}
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
            <Icon of={FileSpreadsheet} size={20} className="text-text-2" />
            <div className="min-w-[200px] flex-1" aria-live="polite">
              {isBusy ? (
                <Sending state={state} />
              ) : (
                <>
                  <p className="text-row font-semibold">Datei hierher ziehen</p>
                  <p className="text-note text-text-2">
                    CSV, TSV oder XLSX, höchstens 50 MB und 100.000 Zeilen
                    {backupTypes.includes(type) &&
                      ". Auch ein Backup von Uptime Kuma: JSON aus 1.x oder die Datenbank kuma.db aus 2.x"}
                  </p>
                </>
              )}
            </div>
            {isBusy ? (
              <Button icon={X} onClick={onCancel}>
                Abbrechen
              </Button>
            ) : (
              <Button variant="primary" onClick={pick}>
                Datei auswählen
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

function Sending({ state }: { state: Extract<FileState, { phase: "sending" | "reading" }> }) {
  const isSending = state.phase === "sending";
  return (
    <>
      <p className="text-row font-semibold [overflow-wrap:anywhere]">{state.filename}</p>
      <p className="text-note text-text-2">{isSending ? "Wird hochgeladen …" : "Wird gelesen …"}</p>
      <ProgressLine label="Datei wird hochgeladen" part={isSending ? state.percent / 100 : 1} />
    </>
  );
}

import { FileSpreadsheet, X } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { importExtensions } from "../../../contract/imports/imports.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { ProgressLine } from "./progress-line.tsx";
import type { FileState } from "./use-import-file.ts";

const accept = importExtensions.map((extension) => `.${extension}`).join(",");

interface FileChooserProps {
  state: FileState;
  onFile: (file: File) => void;
  onCancel: () => void;
}

/** Takes one file, by button or by dropping it anywhere on the block. */
export function FileChooser({ state, onFile, onCancel }: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const isBusy = state.phase === "sending" || state.phase === "reading";

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isBusy) onFile(file);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and its own box
    <div
      role="group"
      aria-label="Datei"
      className={cx(
        "rounded-10 border border-dashed border-control px-6 py-7 transition-colors max-md:px-4",
        isOver && "bg-selected",
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Icon of={FileSpreadsheet} size={20} className="text-text-2" />
        <div className="min-w-[200px] flex-1" aria-live="polite">
          {isBusy ? (
            <Sending state={state} />
          ) : (
            <>
              <p className="text-row font-semibold">Datei hierher ziehen</p>
              <p className="text-note text-text-2">CSV, TSV oder XLSX, höchstens 50 MB und 100.000 Zeilen</p>
            </>
          )}
        </div>
        {isBusy ? (
          <Button icon={X} onClick={onCancel}>
            Abbrechen
          </Button>
        ) : (
          <Button variant="primary" onClick={() => input.current?.click()}>
            Datei auswählen
          </Button>
        )}
      </div>
      {state.phase === "failed" && (
        <p role="alert" className="mt-3 text-ui text-bad-text">
          {state.message}
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label="Datei auswählen"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Emptied, so that the same file can be chosen again.
          event.target.value = "";
          if (file) onFile(file);
        }}
      />
    </div>
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

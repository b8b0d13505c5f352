import { Upload } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { mimeTypes } from "../../../contract/files/files.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";

const accept = Object.entries(mimeTypes)
  .flatMap(([type, { extensions }]) => [type, ...extensions.map((extension) => `.${extension}`)])
  .join(",");

/** Takes files by dropping them or from the picker. */
export function FileDrop({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and its own box
    <div
      role="group"
      aria-label="Dateien hinzufügen"
      className={cx(
        "flex flex-wrap items-center gap-x-4 gap-y-2 rounded-10 border border-dashed border-control px-4 py-3",
        isOver && "bg-tint-7 outline outline-focus",
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Button icon={Upload} onClick={() => input.current?.click()}>
        Dateien auswählen
      </Button>
      <p className="text-note text-text-2">
        <span className="max-md:hidden">Oder hier ablegen. </span>Bilder bis 15 MB, andere Dateien bis 50 MB.
      </p>
      <input
        ref={input}
        type="file"
        multiple
        accept={accept}
        aria-label="Dateien auswählen"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Emptied, so that the same file can be chosen again.
          event.target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </div>
  );
}

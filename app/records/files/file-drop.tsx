import { Upload } from "lucide-react";
import { mimeTypes } from "../../../contract/files/files.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { FileDropzone } from "../../ui/form/file-dropzone.tsx";

const accept = Object.entries(mimeTypes)
  .flatMap(([type, { extensions }]) => [type, ...extensions.map((extension) => `.${extension}`)])
  .join(",");

/** Takes files by dropping them or from the picker. */
export function FileDrop({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  return (
    <FileDropzone
      aria-label="Dateien hinzufügen"
      pickLabel="Dateien auswählen"
      accept={accept}
      multiple
      onFiles={onFiles}
      className={(isOver) =>
        cx(
          "flex flex-wrap items-center gap-x-4 gap-y-2 rounded-10 border border-dashed border-control px-4 py-3",
          isOver && "bg-tint-7 outline outline-focus",
        )
      }
    >
      {({ pick }) => (
        <>
          <Button icon={Upload} onClick={pick}>
            Dateien auswählen
          </Button>
          <p className="text-note text-text-2">
            <span className="max-md:hidden">Oder hier ablegen. </span>Bilder bis 15 MB, andere Dateien bis 50 MB.
          </p>
        </>
      )}
    </FileDropzone>
  );
}

import { ImageUp, RotateCw, X } from "lucide-react";
import { type DragEvent, type ReactNode, useId, useRef, useState } from "react";
import { mimeTypes, type UploadedFile } from "../../../contract/files/files.ts";
import { Image } from "../../lib/image.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { UploadProgress } from "../../ui/status/upload-progress.tsx";
import { useUpload } from "./use-upload.ts";

const accept = Object.entries(mimeTypes)
  .filter(([, { image }]) => image)
  .flatMap(([type, { extensions }]) => [type, ...extensions.map((extension) => `.${extension}`)])
  .join(",");

export interface ImageUploadProps {
  imageKey: string | null;
  /** Stands where the picture would, while there is none. */
  fallback: ReactNode;
  /** What the picture shows, „Profilbild“. */
  label: string;
  onUploaded: (file: UploadedFile) => void;
  /** Absent where the picture may be changed only. */
  onRemoved?: () => void;
  shape?: "round" | "square";
}

/** Shows a picture and takes another one, by button or by dropping a file on it. */
export function ImageUpload({ imageKey, fallback, label, onUploaded, onRemoved, shape = "round" }: ImageUploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const labelId = useId();
  const [isOver, setOver] = useState(false);
  const { state, start, cancel } = useUpload({ onUploaded });

  const action = {
    idle: { label: "Bild ändern", icon: ImageUp, run: () => input.current?.click() },
    sending: { label: "Abbrechen", icon: X, run: cancel },
    failed: {
      label: "Erneut versuchen",
      icon: RotateCw,
      run: () => state.phase === "failed" && void start(state.file),
    },
  }[state.phase];
  const removals = { idle: imageKey ? onRemoved : undefined, sending: undefined, failed: cancel };
  const remove = removals[state.phase];

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) void start(file);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and its own box
    <div
      role="group"
      aria-labelledby={labelId}
      className={cx(
        "flex items-center gap-4 rounded-6 p-2 outline-offset-2",
        isOver && "bg-tint-7 outline outline-focus",
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div
        className={cx(
          "grid h-[60px] flex-none place-items-center overflow-hidden bg-sunken",
          shape === "round" ? "w-[60px] rounded-full" : "w-24 rounded-6",
        )}
      >
        {imageKey ? (
          <Image
            key={imageKey}
            imageKey={imageKey}
            alt={label}
            sizes="96px"
            className={cx("h-full w-full", shape === "round" ? "object-cover" : "object-contain p-2")}
          />
        ) : (
          fallback
        )}
      </div>
      <div className="min-w-0 flex-1">
        <p id={labelId} className="text-ui font-medium">
          {label}
        </p>
        <div aria-live="polite" className="min-h-[30px] text-note text-text-2">
          {state.phase === "idle" && "Ablegen oder auswählen, höchstens 15 MB."}
          {state.phase === "sending" && <UploadProgress percent={state.percent} />}
          {state.phase === "failed" && <span className="text-bad-text">{state.message}</span>}
        </div>
        <div className="mt-1 flex flex-wrap gap-2">
          {/* One button through all states, so that it keeps the focus. */}
          <Button size="sm" icon={action.icon} onClick={action.run}>
            {action.label}
          </Button>
          {remove && (
            <Button size="sm" variant="ghost" onClick={remove}>
              Entfernen
            </Button>
          )}
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={`${label} auswählen`}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Emptied, so that the same file can be chosen again.
          event.target.value = "";
          if (file) void start(file);
        }}
      />
    </div>
  );
}

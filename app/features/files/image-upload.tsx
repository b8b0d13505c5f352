import { ImageUp, type LucideIcon, RotateCw, X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { mimeTypes, type UploadedFile } from "../../../contract/files/files.ts";
import { toError } from "../../../contract/narrowing.ts";
import { useTRPCClient } from "../../lib/api/trpc.tsx";
import { uploadFile } from "../../lib/api/upload.ts";
import { Image } from "../../lib/image.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { FileDropzone } from "../../ui/form/file-dropzone.tsx";
import { UploadProgress } from "../../ui/status/upload-progress.tsx";

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
  const labelId = useId();
  const { state, start, cancel } = useUpload({ onUploaded });

  const actionOf = (pick: () => void) =>
    ({
      idle: { label: "Bild ändern", icon: ImageUp, run: pick },
      sending: { label: "Abbrechen", icon: X, run: cancel },
      failed: {
        label: "Erneut versuchen",
        icon: RotateCw,
        run: () => state.phase === "failed" && void start(state.file),
      },
    })[state.phase];
  const removals = { idle: imageKey ? onRemoved : undefined, sending: undefined, failed: cancel };
  const remove = removals[state.phase];

  return (
    <FileDropzone
      aria-labelledby={labelId}
      pickLabel={`${label} auswählen`}
      accept={accept}
      onFiles={([file]) => file && void start(file)}
      className={(isOver) =>
        cx("flex items-center gap-4 rounded-6 p-2 outline-offset-2", isOver && "bg-tint-7 outline outline-focus")
      }
    >
      {({ pick }) => (
        <>
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
              <ActionButton {...actionOf(pick)} />
              {remove && (
                <Button size="sm" variant="ghost" onClick={remove}>
                  Entfernen
                </Button>
              )}
            </div>
          </div>
        </>
      )}
    </FileDropzone>
  );
}

/** One button through all states, so that it keeps the focus. */
function ActionButton({ icon, label, run }: { icon: LucideIcon; label: string; run: () => void }) {
  return (
    <Button size="sm" icon={icon} onClick={run}>
      {label}
    </Button>
  );
}

type UploadState =
  | { phase: "idle" }
  | { phase: "sending"; percent: number }
  | { phase: "failed"; file: File; message: string };

/** One upload at a time: a new one, `cancel` and leaving the page end the one before. */
function useUpload({ onUploaded }: { onUploaded: (file: UploadedFile) => void }) {
  const client = useTRPCClient();
  const [state, setState] = useState<UploadState>({ phase: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const cancel = () => {
    running.current?.abort();
    setState({ phase: "idle" });
  };

  const start = async (file: File) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const isCurrent = () => !controller.signal.aborted;
    setState({ phase: "sending", percent: 0 });
    try {
      const uploaded = await uploadFile(client, file, {
        signal: controller.signal,
        onProgress: (part) => isCurrent() && setState({ phase: "sending", percent: Math.round(part * 100) }),
      });
      setState({ phase: "idle" });
      onUploaded(uploaded);
    } catch (error) {
      if (isCurrent()) setState({ phase: "failed", file, message: toError(error).message });
    }
  };

  return { state, start, cancel };
}

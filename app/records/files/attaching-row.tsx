import { RotateCw, X } from "lucide-react";
import { Button, IconButton } from "../../ui/button.tsx";
import { UploadProgress } from "../../ui/status/upload-progress.tsx";
import type { Attaching } from "./use-attaching.ts";

interface AttachingRowProps {
  attaching: Attaching;
  onRetry: () => void;
  onCancel: () => void;
}

/** A file on its way to the record. */
export function AttachingRow({ attaching, onRetry, onCancel }: AttachingRowProps) {
  const { file, phase } = attaching;
  return (
    <li className="flex min-h-14 items-center gap-3 border-b py-2">
      <span className="min-w-0 flex-1">
        <span className="block truncate text-row font-medium">{file.name}</span>
        <span aria-live="polite" className="block text-meta text-text-2">
          {phase === "waiting" && "Wartet …"}
          {phase === "sending" && <UploadProgress percent={attaching.percent} />}
          {phase === "failed" && <span className="text-bad-text">{attaching.message}</span>}
        </span>
      </span>
      {phase === "failed" && (
        <Button size="sm" icon={RotateCw} onClick={onRetry}>
          Erneut versuchen
        </Button>
      )}
      <IconButton icon={X} label={`${file.name} abbrechen`} onClick={onCancel} />
    </li>
  );
}

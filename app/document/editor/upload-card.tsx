import { RotateCw, X } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { UploadProgress } from "../../ui/status/upload-progress.tsx";

export interface UploadCardProps {
  name: string;
  percent: number;
  /** Why the upload ended; absent while it goes on. */
  problem: string | undefined;
  onRetry: () => void;
  onRemove: () => void;
}

/** Stands in the text for what is being uploaded. */
export function UploadCard({ name, percent, problem, onRetry, onRemove }: UploadCardProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and its own box
    <div role="group" aria-label={name} className="my-3 rounded-8 bg-sunken px-4 py-3 text-note text-text-2">
      <p className="truncate text-ui font-medium text-text-1">{name}</p>
      <div aria-live="polite">
        {problem ? <span className="text-bad-text">{problem}</span> : <UploadProgress percent={percent} />}
      </div>
      <div className="mt-2 flex gap-2">
        {problem && (
          <Button size="sm" icon={RotateCw} onClick={onRetry}>
            Erneut versuchen
          </Button>
        )}
        <Button size="sm" variant="ghost" icon={problem ? undefined : X} onClick={onRemove}>
          {problem ? "Entfernen" : "Abbrechen"}
        </Button>
      </div>
    </div>
  );
}

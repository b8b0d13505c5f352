import type { HTMLAttributes } from "react";
import { Button } from "../button.tsx";
import { cx } from "../cx.ts";
import { ErrorId } from "./error-id.tsx";

export type ListErrorProps = HTMLAttributes<HTMLDivElement> & {
  message?: string;
  errorId?: string;
  onRetry?: () => void;
  retrying?: boolean;
};

export function ListError({
  message = "Die Liste konnte nicht geladen werden.",
  errorId,
  onRetry,
  retrying = false,
  className,
  ...rest
}: ListErrorProps) {
  return (
    <div role="alert" {...rest} className={cx("py-4", className)}>
      <p className="font-semibold">{message}</p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {onRetry && (
          <Button size="sm" loading={retrying} onClick={onRetry}>
            Erneut versuchen
          </Button>
        )}
        {errorId && <ErrorId id={errorId} />}
      </div>
    </div>
  );
}

export type NoHitsProps = HTMLAttributes<HTMLDivElement> & { message?: string; onReset?: () => void };

export function NoHits({ message = "Keine Treffer für diese Filter.", onReset, className, ...rest }: NoHitsProps) {
  return (
    <div role="status" {...rest} className={cx("py-4", className)}>
      <p className="font-semibold">{message}</p>
      {onReset && (
        <Button size="sm" className="mt-2" onClick={onReset}>
          Filter zurücksetzen
        </Button>
      )}
    </div>
  );
}

import { CopyButton } from "../copy-button.tsx";
import { cx } from "../cx.ts";

/** The id under which the log knows a failure, ready to be passed on. */
export function ErrorId({ id, copy = false, className }: { id: string; copy?: boolean; className?: string }) {
  return (
    <span className={cx("inline-flex items-center gap-2 text-text-3", className)}>
      <span className={cx("font-mono [overflow-wrap:anywhere]", copy ? "text-[12.5px]" : "text-[12px]")}>
        {/* The id is as long as a phone's line allows. */}
        <span className={copy ? "max-md:block" : undefined}>Fehler-ID </span>
        {id}
      </span>
      {copy && <CopyButton text={id} label="Fehler-ID kopieren" />}
    </span>
  );
}

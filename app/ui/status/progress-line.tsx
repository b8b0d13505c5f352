import { cx } from "../cx.ts";

interface ProgressLineProps {
  label: string;
  /** From 0 to 1; undefined while nobody knows. */
  part: number | undefined;
}

/** How far something is. */
export function ProgressLine({ label, part }: ProgressLineProps) {
  const share = part === undefined ? undefined : Math.min(1, Math.max(0, part));
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === undefined ? undefined : Math.floor(share * 100)}
      className="mt-2 block h-[3px] w-full bg-line"
    >
      <span
        className={cx(
          "block h-full origin-left bg-brand [transition:transform_180ms_var(--ease)] motion-reduce:transition-none",
          share === undefined && "motion-safe:animate-pulse",
        )}
        style={{ transform: `scaleX(${share ?? 1 / 3})` }}
      />
    </span>
  );
}

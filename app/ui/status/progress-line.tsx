/** How far something is, from 0 to 1. */
export function ProgressLine({ label, part }: { label: string; part: number }) {
  const share = Math.min(1, Math.max(0, part));
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
      className="mt-2 block h-[3px] w-full bg-line"
    >
      <span
        className="block h-full origin-left bg-brand [transition:transform_180ms_var(--ease)] motion-reduce:transition-none"
        style={{ transform: `scaleX(${share})` }}
      />
    </span>
  );
}

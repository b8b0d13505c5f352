import type { HTMLAttributes } from "react";
import { cx } from "../cx.ts";

export type TermEdgeProps = Omit<HTMLAttributes<HTMLDivElement>, "children"> & {
  /** What is read out, for instance „Vertrag bis 31.12.2026, kündbar bis 30.11.2026“. */
  label: string;
  /** Places on the span are fractions between 0, its start, and 1, its end. */
  now: number;
  zone?: { from: number; to: number };
  lastDate?: number;
};

/** A span of time, true to scale: what has passed, the warning before the last date, the last date, today. */
export function TermEdge({ label, now, zone, lastDate, className, ...rest }: TermEdgeProps) {
  return (
    <div
      role="img"
      aria-label={label}
      {...rest}
      className={cx("relative h-[13px] forced-color-adjust-none", className)}
    >
      <i className="absolute inset-x-0 bottom-0 h-[3px] bg-line" />
      <i className="absolute bottom-0 left-0 h-[3px] bg-control opacity-[.55]" style={{ width: percent(now) }} />
      {zone && (
        <i
          className="absolute bottom-0 h-[3px] bg-warn-fill"
          style={{ left: percent(zone.from), width: percent(zone.to - zone.from) }}
        />
      )}
      <i className="absolute bottom-0 -ml-px h-[13px] w-[3px] bg-brand" style={{ left: percent(now) }} />
      {lastDate !== undefined && (
        <i className="absolute bottom-0 h-[9px] w-0.5 bg-text-2" style={{ left: percent(lastDate) }} />
      )}
    </div>
  );
}

function percent(fraction: number): string {
  return `${Math.round(Math.min(1, Math.max(0, fraction)) * 10000) / 100}%`;
}

import { type HTMLAttributes, type KeyboardEvent, type PointerEvent, useState } from "react";
import { cx } from "../cx.ts";
import { Edge, type EdgeProps } from "./edge.tsx";

export type EdgeReaderProps = Omit<HTMLAttributes<HTMLDivElement>, "children"> &
  Pick<EdgeProps, "segments" | "size" | "label"> & {
    /** What happened in each segment, for instance „20.11.2026: 14 Minuten offline, Zeitüberschreitung“. */
    details: readonly string[];
  };

/** An edge whose segments can be read one by one, with the pointer or with the arrow keys. */
export function EdgeReader({ segments, size = "head", label, details, className, ...rest }: EdgeReaderProps) {
  const last = segments.length - 1;
  const [read, setRead] = useState<number | null>(null);
  const current = read ?? last;
  const move = (event: KeyboardEvent) => {
    const next = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setRead(Math.min(last, Math.max(0, next)));
    } else if (event.key === "Escape") setRead(null);
  };
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setRead(Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / width) * segments.length))));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-readonly="true"
      aria-valuemin={1}
      aria-valuemax={segments.length}
      aria-valuenow={current + 1}
      aria-valuetext={details[current]}
      onKeyDown={move}
      onFocus={() => setRead((at) => at ?? last)}
      onBlur={() => setRead(null)}
      onPointerMove={point}
      onPointerLeave={() => setRead(null)}
      {...rest}
      className={cx("relative focus-visible:rounded-4", className)}
    >
      <Edge segments={segments} size={size} label={label} aria-hidden="true" />
      {read !== null && details[read] && (
        <span
          aria-hidden="true"
          className={cx(
            "num pointer-events-none absolute bottom-full z-10 mb-1.5 w-max max-w-[280px] rounded-6 bg-inverse px-2 py-[5px] text-label font-medium text-on-inverse",
            read > last / 2 ? "-translate-x-full" : "",
          )}
          style={{ left: `${((read + (read > last / 2 ? 1 : 0)) / segments.length) * 100}%` }}
        >
          {details[read]}
        </span>
      )}
    </div>
  );
}

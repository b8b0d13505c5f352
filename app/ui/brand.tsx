import type { HTMLAttributes, SVGAttributes } from "react";
import { cx } from "./cx.ts";

export type MarkProps = Omit<SVGAttributes<SVGSVGElement>, "children"> & { title?: string };

/** Five edges that make an M. Inside a link that has its own name, pass an empty title. */
export function Mark({ title = "MEDIUM TechCenter", className, ...rest }: MarkProps) {
  const frame = {
    width: 28,
    height: 24,
    viewBox: "0 0 28 24",
    ...rest,
    className: cx("flex-none fill-brand-text", className),
  };
  if (!title) {
    return (
      <svg {...frame} aria-hidden="true">
        <MarkBars />
      </svg>
    );
  }
  return (
    <svg {...frame} role="img" aria-label={title}>
      <title>{title}</title>
      <MarkBars />
    </svg>
  );
}

function MarkBars() {
  return (
    <>
      <rect width="4" height="24" />
      <rect x="6" y="3" width="4" height="10" />
      <rect x="12" y="9" width="4" height="10" />
      <rect x="18" y="3" width="4" height="10" />
      <rect x="24" width="4" height="24" />
    </>
  );
}

type Bar = { x: number; y: number; height: number };

const STEP = 827 / 29;

/** Thirty days: four full bars at either side, the slopes of the M between them. */
const BARS: Bar[] = Array.from({ length: 30 }, (_, day) => {
  const x = Math.round(day * STEP * 10) / 10;
  if (day < 4 || day > 25) return { x, y: 150, height: 600 };
  const depth = Math.min(day - 4, 25 - day);
  return { x, y: 165 + 29 * depth, height: 232 };
});

/** The brand panel of the sign-in page: thirty bars, of which only today's is white. */
export function SignInArt({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return (
    <div aria-hidden="true" {...rest} className={cx("relative overflow-hidden bg-brand-panel", className)}>
      <svg viewBox="-90 0 1020 900" className="absolute inset-0 h-full w-full fill-white" aria-hidden="true">
        {BARS.map(({ x, y, height }, day) => (
          <rect key={x} x={x} y={y} width="13" height={height} fillOpacity={day === 29 ? 1 : 0.34} />
        ))}
      </svg>
    </div>
  );
}

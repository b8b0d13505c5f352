import { cx } from "../cx.ts";

export interface SparklineProps {
  /** Oldest first; null where nothing was measured, which stays a gap. */
  values: readonly (number | null)[];
  /** What is read out, for instance „praxis.example: 312 ms, höchstens 640 ms“. */
  label: string;
  /** Amber is for what deviates; ink says nothing. */
  tone?: "ink" | "warn";
  className?: string;
}

const width = 200;
const height = 32;
const top = 3;

/** The course of a figure in one line: no axes, no dots, and the foot of the area is nought. */
export function Sparkline({ values, label, tone = "ink", className }: SparklineProps) {
  const runs = runsOf(values);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={cx(
        "block h-8 w-full forced-color-adjust-none",
        tone === "warn" ? "text-warn-fill" : "text-s1",
        className,
      )}
    >
      {runs.map((run) => {
        const line = run.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
        const from = round(run[0]?.x ?? 0);
        const to = round(run.at(-1)?.x ?? 0);
        return (
          <g key={from}>
            <path d={`${line}L${to} ${height}L${from} ${height}Z`} fill="currentColor" fillOpacity={0.07} />
            <path
              d={line}
              fill="none"
              stroke="currentColor"
              strokeWidth={1.5}
              strokeLinejoin="round"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
            />
          </g>
        );
      })}
    </svg>
  );
}

interface Point {
  x: number;
  y: number;
}

/** The stretches without a gap; one value alone becomes a short line, because a point would not be seen. */
function runsOf(values: readonly (number | null)[]): Point[][] {
  const highest = Math.max(1, ...values.map((value) => value ?? 0));
  const perStep = values.length > 1 ? width / (values.length - 1) : width;
  const runs: Point[][] = [];
  let run: Point[] | undefined;
  values.forEach((value, index) => {
    if (value === null) {
      run = undefined;
      return;
    }
    if (!run) {
      run = [];
      runs.push(run);
    }
    run.push({ x: index * perStep, y: height - (Math.max(0, value) / highest) * (height - top) });
  });
  return runs.map((points) => (points.length > 1 ? points : widened(points, perStep)));
}

function widened(points: Point[], perStep: number): Point[] {
  const [point] = points;
  if (!point) return points;
  return [
    { x: Math.max(0, point.x - perStep / 3), y: point.y },
    { x: Math.min(width, point.x + perStep / 3), y: point.y },
  ];
}

const round = (value: number) => Math.round(value * 10) / 10;

import { cx } from "../cx.ts";
import { niceScale } from "./nice-scale.ts";

/** The colours of the series, in their order; one that is drawn last of six is grey and stands for the rest. */
const fills = ["fill-s1", "fill-s2", "fill-s3", "fill-s4", "fill-s5", "fill-s6"] as const;
export const seriesDots = ["bg-s1", "bg-s2", "bg-s3", "bg-s4", "bg-s5", "bg-s6"] as const;

export interface BarSeries {
  key: string;
  /** One value for each column, above the line and below it. */
  up: readonly number[];
  down: readonly number[];
}

export interface StackedBarsProps {
  /** What the whole says, for those who do not see it; the same figures stand in a table beside it. */
  label: string;
  columns: readonly { key: string; label: string; title: string }[];
  series: readonly BarSeries[];
  /** What lies below the line is what should not be: it is amber. */
  marksBelow?: boolean;
  selected?: string | undefined;
  onSelect: (key: string) => void;
  format: (value: number) => string;
}

const shareOfBar = 0.62;

/** Columns of stacked amounts above and below one line; a pointer selects a column, keys do so in the table beside it. */
export function StackedBars({
  label,
  columns,
  series,
  marksBelow = false,
  selected,
  onSelect,
  format,
}: StackedBarsProps) {
  const sum = (at: number, side: "up" | "down") => series.reduce((total, each) => total + (each[side][at] ?? 0), 0);
  const highest = Math.max(0, ...columns.map((_, at) => sum(at, "up")));
  const lowest = Math.max(0, ...columns.map((_, at) => sum(at, "down")));
  const lines = niceScale(-lowest, highest);
  const [bottom, top] = [lines[0] ?? 0, lines.at(-1) ?? 1];
  const y = (value: number) => `${(((top - value) / (top - bottom)) * 100).toFixed(3)}%`;
  const height = (value: number) => `${((value / (top - bottom)) * 100).toFixed(3)}%`;
  const width = 100 / columns.length;
  const x = (at: number) => `${(at * width).toFixed(3)}%`;
  return (
    <figure role="img" aria-label={label} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
      <svg aria-hidden className="block h-[260px] w-full overflow-visible max-md:h-[200px]">
        {lines.map((value) => (
          <line
            key={value}
            x1="0"
            x2="100%"
            y1={y(value)}
            y2={y(value)}
            className={value === 0 ? "stroke-line-strong" : "stroke-line"}
          />
        ))}
        {columns.map((column, at) => (
          <Column
            key={column.key}
            column={column}
            at={at}
            series={series}
            marksBelow={marksBelow}
            x={x}
            y={y}
            height={height}
            width={width}
            isSelected={column.key === selected}
            onSelect={() => onSelect(column.key)}
          />
        ))}
      </svg>
      <svg aria-hidden className="num block h-[260px] w-[52px] overflow-visible text-label max-md:h-[200px]">
        {lines.map((value) => (
          <text key={value} x="0" y={y(value)} dy="0.35em" className="fill-text-3">
            {format(Math.abs(value))}
          </text>
        ))}
      </svg>
      <ol aria-hidden className="flex pt-2 text-label text-text-3">
        {columns.map(({ key, label: name }, index) => (
          <li
            key={key}
            className={cx(
              "flex min-w-0 flex-1 justify-center whitespace-nowrap",
              // On a phone there is room for each third one, the last among them.
              columns.length > 6 && (columns.length - 1 - index) % 3 !== 0 && "max-md:invisible",
              key === selected && "font-semibold text-text-1",
            )}
          >
            {name}
          </li>
        ))}
      </ol>
    </figure>
  );
}

interface ColumnProps {
  column: StackedBarsProps["columns"][number];
  at: number;
  series: readonly BarSeries[];
  marksBelow: boolean;
  width: number;
  x: (at: number) => string;
  y: (value: number) => string;
  height: (value: number) => string;
  isSelected: boolean;
  onSelect: () => void;
}

function Column({ column, at, series, marksBelow, width, x, y, height, isSelected, onSelect }: ColumnProps) {
  let [up, down] = [0, 0];
  const bar = { x: x(at + (1 - shareOfBar) / 2), width: `${(width * shareOfBar).toFixed(3)}%` };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table beside the chart has a button for each column
    <g onClick={onSelect} className="cursor-pointer [&:hover>rect:first-of-type]:fill-hover">
      <title>{column.title}</title>
      <rect
        x={x(at)}
        y="0"
        width={`${width.toFixed(3)}%`}
        height="100%"
        className={isSelected ? "fill-selected" : "fill-transparent"}
      />
      {series.flatMap(({ key, up: above, down: below }, number) => {
        const fill = fills[Math.min(number, fills.length - 1)];
        const [plus, minus] = [above[at] ?? 0, below[at] ?? 0];
        up += plus;
        const upper = plus > 0 && <rect key={`${key} up`} {...bar} y={y(up)} height={height(plus)} className={fill} />;
        const lower = minus > 0 && (
          <rect
            key={`${key} down`}
            {...bar}
            y={y(-down)}
            height={height(minus)}
            className={marksBelow ? "fill-warn-fill" : fill}
          />
        );
        down += minus;
        return [upper, lower];
      })}
    </g>
  );
}

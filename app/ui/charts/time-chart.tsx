// Comes before uPlot, which reads the language when it is loaded.
import "./known-language.ts";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import UPlot, { type AlignedData, type Options } from "uplot";
import "uplot/dist/uPlot.min.css";
import { cx } from "../cx.ts";
import { drawByTouch } from "./draw-by-touch.ts";
import { bandPieces, type TimeBand, type TimeSpan, withinSpan, zoomed } from "./time-span.ts";

export type { TimeBand, TimeSpan } from "./time-span.ts";

export interface TimeSeries {
  label: string;
  /** A token of the palette: s1 to s6. */
  color: "s1" | "s2" | "s3" | "s4" | "s5" | "s6";
  /** As many as there are times; null where nothing was measured, which stays a gap. */
  values: readonly (number | null)[];
  isFilled?: boolean;
  isDashed?: boolean;
}

export interface TimeChartProps {
  label: string;
  /** Milliseconds, ascending. */
  times: readonly number[];
  series: readonly TimeSeries[];
  bands: readonly TimeBand[];
  /** The whole time that can be looked at, and the part that is. */
  whole: TimeSpan;
  span: TimeSpan;
  onSpan: (span: TimeSpan) => void;
  timeZone: string;
  formatTick: (at: Date, spanMs: number) => string;
  formatValue: (value: number) => string;
  /** What is said about the measurement that the pointer or the arrow keys are at. */
  describe: (index: number) => string;
  className?: string;
}

/**
 * Lines over time with bands of what happened. The pointer reads and, drawn across, zooms; the arrow keys read, + and -
 * zoom around what is read, and Escape shows everything. It needs a browser, so it is loaded by itself.
 */
export function TimeChart(props: TimeChartProps) {
  const { label, times, whole, span, onSpan, describe, className } = props;
  const host = useRef<HTMLDivElement>(null);
  const [read, setRead] = useState<number | null>(null);
  const plot = usePlot(host, props, setRead);
  const { first, last } = shownRange(times, span);
  const current = read === null ? last : Math.min(last, Math.max(first, read));

  const move = (index: number) => {
    const next = Math.min(last, Math.max(first, index));
    setRead(next);
    const at = times[next];
    if (plot.current && at !== undefined)
      plot.current.setCursor({ left: plot.current.valToPos(at / 1000, "x"), top: 0 }, false);
  };
  const press = (event: KeyboardEvent) => {
    const next = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: first, End: last }[event.key];
    const at = times[current];
    if (next !== undefined) move(next);
    else if ((event.key === "+" || event.key === "-") && at !== undefined)
      onSpan(zoomed(whole, span, at, event.key === "+" ? 0.5 : 2));
    else if (event.key === "Escape") onSpan(whole);
    else return;
    event.preventDefault();
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-readonly="true"
      aria-valuemin={first}
      aria-valuemax={Math.max(first, last)}
      aria-valuenow={current}
      aria-valuetext={times.length > 0 ? describe(current) : "Keine Messwerte"}
      onKeyDown={press}
      onFocus={() => read === null && times.length > 0 && setRead(last)}
      onBlur={() => setRead(null)}
      // What is dragged over is seen on dark ground, too.
      className={cx("relative rounded-4 focus-visible:outline-offset-4 [&_.u-select]:!bg-tint-7", className)}
    >
      <p
        aria-hidden="true"
        className="num min-h-[18px] text-meta text-text-2 max-md:h-[54px] max-md:overflow-hidden md:truncate"
      >
        {read !== null && times[current] !== undefined ? describe(current) : ""}
      </p>
      <div ref={host} className="h-[228px] forced-color-adjust-none" />
    </div>
  );
}

/** The measurements that the span shows, by their places. */
function shownRange(times: readonly number[], { from, to }: TimeSpan): { first: number; last: number } {
  const first = times.findIndex((at) => at >= from);
  const last = times.findLastIndex((at) => at <= to);
  return { first: Math.max(0, first), last: Math.max(0, last) };
}

/** Draws anew when what is shown changes, when the place for it does, and when the theme does. */
function usePlot(
  host: { current: HTMLDivElement | null },
  props: TimeChartProps,
  onRead: (index: number | null) => void,
): { current: UPlot | undefined } {
  const plot = useRef<UPlot>();
  const latest = useRef({ props, onRead });
  latest.current = { props, onRead };
  const { times, series, bands, span } = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest is read when it is needed
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const draw = () => {
      plot.current?.destroy();
      plot.current = new UPlot(optionsOf(element, latest), alignedOf(latest.current.props), element);
    };
    draw();
    const sizes = new ResizeObserver(() => plot.current?.setSize(sizeOf(element)));
    sizes.observe(element);
    const themes = new MutationObserver(draw);
    themes.observe(document.documentElement, { attributeFilter: ["class"] });
    return () => {
      sizes.disconnect();
      themes.disconnect();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [times, series, bands]);

  useEffect(() => {
    plot.current?.setScale("x", { min: span.from / 1000, max: span.to / 1000 });
  }, [span.from, span.to]);
  return plot;
}

type Latest = { current: { props: TimeChartProps; onRead: (index: number | null) => void } };

const sizeOf = (element: HTMLElement) => ({ width: Math.max(120, element.clientWidth), height: element.clientHeight });

const alignedOf = ({ times, series }: TimeChartProps): AlignedData => [
  times.map((at) => at / 1000),
  ...series.map(({ values }) => [...values]),
];

function optionsOf(element: HTMLElement, latest: Latest): Options {
  const { series, span, timeZone } = latest.current.props;
  const styles = getComputedStyle(document.documentElement);
  const token = (name: string) => styles.getPropertyValue(`--${name}`).trim();
  const font = `12px ${getComputedStyle(element).fontFamily}`;
  const axis = { font, stroke: token("text-3"), ticks: { show: false }, border: { show: false } };
  return {
    ...sizeOf(element),
    legend: { show: false },
    padding: [8, 0, 0, 0],
    tzDate: (at) => UPlot.tzDate(new Date(at * 1000), timeZone),
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: true, y: false, setScale: false },
      bind: {
        dblclick: () => () => {
          const { whole, onSpan } = latest.current.props;
          onSpan(whole);
          return null;
        },
      },
    },
    scales: {
      x: { time: true, range: () => [latest.current.props.span.from / 1000, latest.current.props.span.to / 1000] },
      y: { range: (_plot, _low, high) => [0, Math.max(10, (high ?? 0) * 1.12)] },
    },
    series: [
      {},
      ...series.map(({ color, isFilled, isDashed }, index) => ({
        stroke: token(color),
        width: index === 0 ? 1.75 : 1.5,
        spanGaps: false,
        points: { show: false },
        ...(isFilled && { fill: `${token(color)}0f` }),
        ...(isDashed && { dash: [4, 4] }),
      })),
    ],
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 26,
        space: 96,
        values: (plot, splits) =>
          splits.map((at) => {
            const text = latest.current.props.formatTick(new Date(at * 1000), spanMs());
            // A label that begins before the picture would be cut off; half a character of 12 px is less than 4 px wide.
            return plot.valToPos(at, "x") < text.length * 3.5 ? "" : text;
          }),
      },
      {
        ...axis,
        side: 1,
        size: 64,
        gap: 8,
        align: 1,
        space: 56,
        grid: { stroke: token("line"), width: 1 },
        values: (_plot, splits) => splits.map((value) => latest.current.props.formatValue(value)),
      },
    ],
    hooks: {
      ready: [({ over }) => drawByTouch(over)],
      drawAxes: [(self) => drawBands(self, latest.current.props, token, font)],
      setCursor: [({ cursor: { left = -1, idx } }) => latest.current.onRead(left >= 0 ? (idx ?? null) : null)],
      setSelect: [
        (self) => {
          const { left, width } = self.select;
          if (width < 8) return;
          const { whole, onSpan } = latest.current.props;
          onSpan(
            withinSpan(whole, { from: self.posToVal(left, "x") * 1000, to: self.posToVal(left + width, "x") * 1000 }),
          );
          self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
  function spanMs() {
    const { from, to } = latest.current.props.span ?? span;
    return to - from;
  }
}

const bandColors = { bad: "bad", mnt: "mnt", warn: "warn-fill" } as const;
const labelColors = { bad: "bad-text", mnt: "mnt-text", warn: "warn-text" } as const;
const strength = { bad: 0.12, mnt: 0.09, warn: 0.1 } as const;

/** What happened, behind the lines: a pale band with a foot of 3 px, and its word where there is room for it. */
function drawBands(
  { ctx, bbox, valToPos }: UPlot,
  { bands, span }: TimeChartProps,
  token: (name: string) => string,
  font: string,
): void {
  const ratio = devicePixelRatio;
  const position = (at: number) => valToPos(at / 1000, "x", true);
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.font = font.replace("12px", `${12 * ratio}px`);
  ctx.textBaseline = "top";
  const measures = {
    position,
    measure: (text: string) => ctx.measureText(text).width,
    air: 6 * ratio,
    right: bbox.left + bbox.width,
    least: 2 * ratio,
  };
  for (const piece of bandPieces(bands, span, measures)) {
    ctx.fillStyle = token(bandColors[piece.tone]);
    ctx.globalAlpha = strength[piece.tone];
    ctx.fillRect(piece.left, bbox.top, piece.width, bbox.height);
    ctx.globalAlpha = 1;
    ctx.fillRect(piece.left, bbox.top + bbox.height - 3 * ratio, piece.width, 3 * ratio);
    if (piece.labelAt === undefined) continue;
    ctx.fillStyle = token(labelColors[piece.tone]);
    ctx.fillText(piece.label, piece.labelAt, bbox.top + 4 * ratio);
  }
  ctx.restore();
}

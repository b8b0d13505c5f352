import { useMemo, useState } from "react";
import type { Availability, AvailabilityPoint } from "../../../contract/checks/availability.ts";
import { keysOf } from "../../../contract/narrowing.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { formatDateTime, formatMs } from "../../lib/format.ts";
import type { TimeSeries } from "../../ui/charts/time-chart.tsx";
import type { TimeBand } from "../../ui/charts/time-span.ts";
import { cx } from "../../ui/cx.ts";
import { AnswerChart } from "./answer-chart.tsx";
import { maintenanceOf } from "./availability-labels.ts";

const lines = {
  total: { label: "Gesamt", color: "s1", isFilled: true },
  ttfb: { label: "Erste Antwort (TTFB)", color: "s2" },
  tls: { label: "TLS", color: "s3" },
  connect: { label: "Verbindung", color: "s4" },
  dns: { label: "DNS", color: "s5" },
} as const;
type Line = keyof typeof lines;
const lineNames = keysOf(lines);

interface ResponseChartProps {
  availability: Availability;
  /** The same length of time a week before, moved onto this one; absent where nobody asked for it. */
  weekBefore?: Availability | undefined;
}

/** How long answers took, by phases, with what went wrong and what was planned in it. */
export function ResponseChart({ availability, weekBefore }: ResponseChartProps) {
  const { to, points, incidents, stepSeconds } = availability;
  const [shown, setShown] = useState<readonly Line[]>(["total", "ttfb"]);
  const measured = useMemo(
    () => lineNames.filter((line) => points.some(({ phases }) => phases[line] !== undefined)),
    [points],
  );
  const before = useMemo(() => weekBefore && weekBeforeValues(points, weekBefore), [points, weekBefore]);
  const series = useMemo<TimeSeries[]>(
    () => [
      ...lineNames
        .filter((line) => shown.includes(line) && measured.includes(line))
        .map((line) => ({ ...lines[line], values: points.map(({ phases }) => phases[line] ?? null) })),
      ...(before ? [{ label: "Woche davor", color: "s6" as const, isDashed: true, values: before }] : []),
    ],
    [points, shown, before, measured],
  );
  const bands = useMemo<TimeBand[]>(
    () => [
      ...maintenanceOf(points, stepSeconds).map((span) => ({ tone: "mnt" as const, label: "Wartung", ...span })),
      ...incidents.map((mark) => ({
        tone: "bad" as const,
        label: mark.to ? "Störung" : "Störung läuft",
        ...bounds(mark, to),
      })),
    ],
    [points, stepSeconds, incidents, to],
  );
  const toggle = (line: Line) =>
    setShown(shown.includes(line) ? shown.filter((other) => other !== line) : [...shown, line]);
  return (
    <AnswerChart
      availability={availability}
      label="Antwortzeit"
      legend={
        <>
          {measured.map((line) => (
            <LegendButton key={line} line={line} isOn={shown.includes(line)} onToggle={() => toggle(line)} />
          ))}
          {before && (
            <span className="ml-2 inline-flex items-center gap-2 text-ui text-text-2">
              <i aria-hidden="true" className="w-3.5 border-t-2 border-dashed border-s6" />
              Woche davor
            </span>
          )}
        </>
      }
      series={series}
      bands={bands}
      describe={(index) => describe(points[index], before?.[index], shown, bands)}
    />
  );
}

const swatches: Record<Line, string> = { total: "bg-s1", ttfb: "bg-s2", tls: "bg-s3", connect: "bg-s4", dns: "bg-s5" };

function LegendButton({ line, isOn, onToggle }: { line: Line; isOn: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className={cx(
        "-ml-2 inline-flex h-7 items-center gap-2 rounded-6 px-2 text-ui transition-colors first:ml-[-8px] hover:bg-tint-7 max-md:h-11",
        isOn ? "text-text-2" : "text-text-3",
      )}
    >
      <i
        aria-hidden="true"
        className={cx("h-2.5 w-2.5 rounded-[2px]", isOn ? swatches[line] : "shadow-[inset_0_0_0_1.5px_var(--control)]")}
      />
      {lines[line].label}
    </button>
  );
}

const bounds = ({ from, to }: { from: Date; to: Date | null }, until: Date) => ({
  from: from.getTime(),
  to: (to ?? until).getTime(),
});

const weekMs = 7 * dayMs;

/** What was measured a week before each point; null where nothing was. */
export function weekBeforeValues(points: readonly AvailabilityPoint[], { points: before, stepSeconds }: Availability) {
  const halfStep = (stepSeconds * 1000) / 2;
  let index = 0;
  return points.map(({ at }) => {
    const wanted = at.getTime() - weekMs;
    while (index < before.length && (before[index]?.at.getTime() ?? 0) < wanted - halfStep) index += 1;
    const found = before[index];
    return found && Math.abs(found.at.getTime() - wanted) <= halfStep ? (found.phases.total ?? null) : null;
  });
}

/** „20.11.2026, 08:41: Gesamt 312 ms, Woche davor 290 ms, 95 % unter 400 ms, Störung“ */
function describe(
  point: AvailabilityPoint | undefined,
  before: number | null | undefined,
  shown: readonly Line[],
  bands: readonly TimeBand[],
): string {
  if (!point) return "";
  const at = point.at.getTime();
  const values = shown.flatMap((line) => {
    const value = point.phases[line];
    return value === undefined ? [] : [`${lines[line].label} ${formatMs(Math.round(value))}`];
  });
  const facts = [
    ...(values.length > 0 ? values : ["keine Antwort gemessen"]),
    ...(typeof before === "number" ? [`Woche davor ${formatMs(Math.round(before))}`] : []),
    ...(point.p95 !== null ? [`95 % unter ${formatMs(Math.round(point.p95))}`] : []),
    ...bands.filter(({ from, to }) => at >= from && at <= to).map(({ label }) => label),
  ];
  return `${formatDateTime(point.at)}: ${facts.join(", ")}`;
}

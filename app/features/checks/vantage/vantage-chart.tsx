import { useMemo, useState } from "react";
import type { Availability } from "../../../../contract/checks/availability.ts";
import { portalTimeZone } from "../../../../contract/time/time-zone.ts";
import { formatDateTime, formatMs, formatNumber } from "../../../lib/format.ts";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { Button } from "../../../ui/button.tsx";
import type { TimeChartProps, TimeSeries } from "../../../ui/charts/time-chart.tsx";
import type { TimeSpan } from "../../../ui/charts/time-span.ts";
import { cx } from "../../../ui/cx.ts";
import { Skeleton } from "../../../ui/placeholders/skeleton.tsx";
import { tickText } from "../availability-labels.ts";

const TimeChart = lazyPart<TimeChartProps>(
  async () => (await import("../../../ui/charts/time-chart.tsx")).TimeChart,
  <Skeleton className="h-[246px] w-full" />,
);

const colors = ["s1", "s2", "s3", "s4", "s5", "s6"] as const;
const swatches = { s1: "bg-s1", s2: "bg-s2", s3: "bg-s3", s4: "bg-s4", s5: "bg-s5", s6: "bg-s6" } as const;
const colorOf = (index: number) => colors[index % colors.length] ?? "s1";

/** How long answers took from each vantage point. */
export function VantageChart({ availability: { from, to, points, byVantagePoint } }: { availability: Availability }) {
  const whole = useMemo<TimeSpan>(() => ({ from: from.getTime(), to: to.getTime() }), [from, to]);
  const [zoom, setZoom] = useState<{ of: TimeSpan; span: TimeSpan }>();
  const times = useMemo(() => points.map(({ at }) => at.getTime()), [points]);
  const series = useMemo<TimeSeries[]>(
    () => byVantagePoint.map(({ name, values }, index) => ({ label: name, color: colorOf(index), values })),
    [byVantagePoint],
  );
  const describe = (index: number) => {
    const at = points[index]?.at;
    const values = byVantagePoint.flatMap(({ name, values: all }) => {
      const value = all[index];
      return typeof value === "number" ? [`${name} ${formatMs(Math.round(value))}`] : [];
    });
    return at ? `${formatDateTime(at)}: ${values.length > 0 ? values.join(", ") : "keine Antwort gemessen"}` : "";
  };
  const span = zoom?.of === whole ? zoom.span : whole;
  return (
    <>
      <div className="mt-3 flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1">
        <ul aria-label="Messpunkte im Diagramm" className="flex flex-wrap gap-x-4 gap-y-1 text-ui text-text-2">
          {series.map(({ label, color }) => (
            <li key={label} className="inline-flex items-center gap-2">
              <i aria-hidden="true" className={cx("h-2.5 w-2.5 rounded-[2px]", swatches[color])} />
              {label}
            </li>
          ))}
        </ul>
        {span !== whole && (
          <Button size="sm" className="ml-auto" onClick={() => setZoom(undefined)}>
            Ganzer Zeitraum
          </Button>
        )}
      </div>
      <TimeChart
        className="mt-1.5"
        label="Antwortzeit je Messpunkt; mit den Pfeiltasten lesen, mit Plus und Minus vergrößern"
        times={times}
        series={series}
        bands={[]}
        whole={whole}
        span={span}
        onSpan={(next) => setZoom({ of: whole, span: next })}
        timeZone={portalTimeZone()}
        formatTick={tickText}
        formatValue={(value) => (value === 0 ? "0" : `${formatNumber(value)} ms`)}
        describe={describe}
      />
    </>
  );
}

import { type ReactNode, useMemo, useState } from "react";
import type { Availability } from "../../../contract/checks/availability.ts";
import { portalTimeZone } from "../../../contract/time/time-zone.ts";
import { formatNumber } from "../../lib/format.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { Button } from "../../ui/button.tsx";
import type { TimeChartProps, TimeSeries } from "../../ui/charts/time-chart.tsx";
import type { TimeBand, TimeSpan } from "../../ui/charts/time-span.ts";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";
import { tickText } from "./availability-labels.ts";

// What draws charts is as large as all of a list's page together.
const TimeChart = lazyPart<TimeChartProps>(
  async () => (await import("../../ui/charts/time-chart.tsx")).TimeChart,
  <Skeleton className="h-[246px] w-full" />,
);

interface AnswerChartProps {
  availability: Pick<Availability, "from" | "to" | "points">;
  /** What the chart shows, for who cannot see it. */
  label: string;
  /** What the colours mean, above the chart. */
  legend: ReactNode;
  series: readonly TimeSeries[];
  bands?: readonly TimeBand[];
  /** A point in words. */
  describe: (index: number) => string;
}

const noBands: readonly TimeBand[] = [];

/** Answer times in a period of which a part can be looked at more closely. */
export function AnswerChart({ availability, label, legend, series, bands = noBands, describe }: AnswerChartProps) {
  const { from, to, points } = availability;
  const whole = useMemo<TimeSpan>(() => ({ from: from.getTime(), to: to.getTime() }), [from, to]);
  const [zoom, setZoom] = useState<{ of: TimeSpan; span: TimeSpan }>();
  const span = zoom?.of === whole ? zoom.span : whole;
  const times = useMemo(() => points.map(({ at }) => at.getTime()), [points]);
  return (
    <>
      <div className="mt-3 flex min-h-7 flex-wrap items-center gap-x-1 gap-y-1">
        {legend}
        {span !== whole && (
          <Button size="sm" className="ml-auto" onClick={() => setZoom(undefined)}>
            Ganzer Zeitraum
          </Button>
        )}
      </div>
      <TimeChart
        className="mt-1.5"
        label={`${label}; mit den Pfeiltasten lesen, mit Plus und Minus vergrößern`}
        times={times}
        series={series}
        bands={bands}
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

import { useMemo } from "react";
import type { Availability } from "../../../../contract/checks/availability.ts";
import { formatDateTime, formatMs } from "../../../lib/format.ts";
import type { TimeSeries } from "../../../ui/charts/time-chart.tsx";
import { cx } from "../../../ui/cx.ts";
import { AnswerChart } from "../answer-chart.tsx";

const colors = ["s1", "s2", "s3", "s4", "s5", "s6"] as const;
const swatches = { s1: "bg-s1", s2: "bg-s2", s3: "bg-s3", s4: "bg-s4", s5: "bg-s5", s6: "bg-s6" } as const;
const colorOf = (index: number) => colors[index % colors.length] ?? "s1";

/** How long answers took from each vantage point. */
export function VantageChart({ availability }: { availability: Availability }) {
  const { points, byVantagePoint } = availability;
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
  return (
    <AnswerChart
      availability={availability}
      label="Antwortzeit je Messpunkt"
      legend={
        <ul aria-label="Messpunkte im Diagramm" className="flex flex-wrap gap-x-4 gap-y-1 text-ui text-text-2">
          {byVantagePoint.map(({ name }, index) => (
            <li key={name} className="inline-flex items-center gap-2">
              <i aria-hidden="true" className={cx("h-2.5 w-2.5 rounded-[2px]", swatches[colorOf(index)])} />
              {name}
            </li>
          ))}
        </ul>
      }
      series={series}
      describe={describe}
    />
  );
}

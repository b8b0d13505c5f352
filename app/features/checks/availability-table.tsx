import type { Availability } from "../../../contract/checks/availability.ts";
import { hourMs } from "../../../contract/time/durations.ts";
import { formatMs, formatPercent } from "../../lib/format.ts";
import { deviationText, segmentTime } from "./availability-labels.ts";
import { segmentsOf } from "./availability-strip.tsx";

const cell = "py-1.5 pl-0 pr-4 text-left align-top font-normal";

/** The same as the strip and the chart in words and figures, for who reads rather than looks. */
export function AvailabilityTable({ availability }: { availability: Availability }) {
  const { points } = availability;
  return (
    <details className="mt-7 border-t">
      <summary className="cursor-pointer py-3 text-ui font-medium text-text-2 marker:text-text-3 hover:text-text-1">
        Als Tabelle
      </summary>
      <div className="max-h-[420px] overflow-auto">
        <table className="w-full min-w-[560px] border-separate border-spacing-0 text-ui">
          <caption className="sr-only">Verfügbarkeit und Antwortzeit</caption>
          <thead>
            <tr className="text-label text-text-3 [&>th]:sticky [&>th]:top-0 [&>th]:border-b [&>th]:border-line-strong [&>th]:bg-surface [&>th]:font-medium">
              <th scope="col" className={cell}>
                Zeit
              </th>
              <th scope="col" className={cell}>
                Zustand
              </th>
              <th scope="col" className={`${cell} text-right`}>
                Verfügbarkeit
              </th>
              <th scope="col" className={`${cell} pr-0 text-right`}>
                Ø Antwortzeit
              </th>
            </tr>
          </thead>
          <tbody>
            {segmentsOf(availability)
              .reverse()
              .map((segment) => {
                const total = averageTotal(points, segment, availability);
                return (
                  <tr key={segment.from.getTime()} className="[&>*]:border-b">
                    <th scope="row" className={`num whitespace-nowrap ${cell}`}>
                      {segmentTime(segment)}
                    </th>
                    <td className={`${cell} text-text-2`}>{deviationText(segment.seconds, segment.uptime)}</td>
                    <td className={`num ${cell} text-right`}>
                      {segment.uptime === null ? "–" : formatPercent(segment.uptime)}
                    </td>
                    <td className={`num ${cell} pr-0 text-right`}>
                      {total === null ? "–" : formatMs(Math.round(total))}
                    </td>
                  </tr>
                );
              })}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The average of what was measured in a part; null where nothing was. */
function averageTotal(
  points: Availability["points"],
  { from, to }: { from: Date; to: Date },
  { range }: Availability,
): number | null {
  // Parts of whole days carry the noon of their first and last day.
  const air = range === "24h" || range === "7d" ? 0 : 12 * hourMs;
  const found = points.filter(
    ({ at, phases }) =>
      phases.total !== undefined &&
      at.getTime() >= from.getTime() - air &&
      at.getTime() < Math.max(to.getTime() + air, from.getTime() + air),
  );
  if (found.length === 0) return null;
  return found.reduce((sum, { phases }) => sum + (phases.total ?? 0), 0) / found.length;
}

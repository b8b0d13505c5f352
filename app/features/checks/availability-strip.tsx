import type { Availability } from "../../../contract/checks/availability.ts";
import { daysOf, partsOf, type StripSegment } from "../../../contract/checks/segments.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { formatPercent } from "../../lib/format.ts";
import { edgeSentence } from "../../ui/status/edge.tsx";
import { EdgeReader } from "../../ui/status/edge-reader.tsx";
import { segmentFacts, segmentTime } from "./availability-labels.ts";

const units = {
  "24h": { one: "halbe Stunde", many: "halbe Stunden" },
  "7d": { one: "Abschnitt von 2 Stunden", many: "Abschnitte von 2 Stunden" },
  "30d": { one: "Tag", many: "Tage" },
  "1y": { one: "Woche", many: "Wochen" },
} as const;

/** The parts of a strip: half hours, two hours, days, weeks. */
export function segmentsOf({ range, points, from, to }: Availability): StripSegment[] {
  if (range === "24h") return partsOf(points, from, to, 48);
  if (range === "7d") return partsOf(points, from, to, 84);
  const today = portalDate(to);
  const count = range === "30d" ? 30 : 364;
  const days = Array.from({ length: count }, (_, index) => addDays(today, index + 1 - count));
  return daysOf(points, days, range === "30d" ? 1 : 7);
}

const legend = [
  { label: "Online", className: "bg-ok-quiet" },
  { label: "Beeinträchtigt", className: "bg-warn-fill" },
  { label: "Offline", className: "bg-bad" },
  { label: "Wartung", className: "bg-mnt" },
  { label: "Unbekannt", className: "bg-line-strong" },
];

/** How everything was, part by part; each can be read with the pointer or the arrow keys. */
export function AvailabilityStrip({ availability }: { availability: Availability }) {
  const segments = segmentsOf(availability);
  const figure = availability.uptime === null ? undefined : formatPercent(availability.uptime / 10_000);
  const [first] = segments;
  return (
    <>
      <EdgeReader
        size="open"
        className="mt-9 max-md:[&>div]:gap-px"
        segments={segments.map(({ state }) => state)}
        details={segments.map((segment) => `${segmentTime(segment)}: ${segmentFacts(segment.seconds, segment.uptime)}`)}
        label={edgeSentence(
          segments.map(({ state }) => state),
          { unit: units[availability.range], ...(figure && { figure }) },
        )}
      />
      <div
        aria-hidden="true"
        className="num mt-2 flex flex-wrap justify-between gap-x-6 gap-y-1 text-label text-text-3"
      >
        <span>{first && segmentTime(first).split(" bis ")[0]}</span>
        <span className="flex flex-wrap gap-x-4 gap-y-1 max-md:order-last max-md:w-full">
          {legend.map(({ label, className }) => (
            <span key={label} className="inline-flex items-center gap-1.5">
              <i className={`h-2.5 w-2.5 rounded-[2px] ${className}`} />
              {label}
            </span>
          ))}
        </span>
        <span>{availability.range === "24h" ? "jetzt" : "heute"}</span>
      </div>
    </>
  );
}

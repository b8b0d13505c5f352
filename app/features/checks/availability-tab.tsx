import { Link } from "@remix-run/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { Availability, AvailabilityMark, AvailabilityRange } from "../../../contract/checks/availability.ts";
import { availabilityRangeNames, availabilityRanges } from "../../../contract/checks/availability.ts";
import { checkTargetTypeOf } from "../../../contract/checks/kinds.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { durationText } from "../../../contract/time/duration-text.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime, formatPercent } from "../../lib/format.ts";
import { useFilterParams } from "../../lib/pages/use-filter-params.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Segment } from "../../ui/form/segment.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { Section } from "../../ui/section.tsx";
import { availabilityCsv } from "./availability-csv.ts";
import { AvailabilityStrip } from "./availability-strip.tsx";
import { AvailabilityTable } from "./availability-table.tsx";
import { CheckedParts } from "./checked-parts.tsx";
import { ResponseChart } from "./response-chart.tsx";
import { VantageChart } from "./vantage/vantage-chart.tsx";

const rangeLabels: Record<AvailabilityRange, string> = {
  "24h": "24 Stunden",
  "7d": "7 Tage",
  "30d": "30 Tage",
  "1y": "1 Jahr",
};

/** How available a record was, how fast it answered, and what happened meanwhile. */
export function AvailabilityTab({ record }: { record: RecordRow }) {
  const { id } = record;
  const type = checkTargetTypeOf(record);
  const { searchParams, change } = useFilterParams({ replaces: true });
  const asked = searchParams.get("range");
  const range = isOneOf(availabilityRangeNames, asked) ? asked : "24h";
  const compares = searchParams.get("compare") === "1" && (range === "24h" || range === "7d");
  const trpc = useTRPC();
  const query = useQuery(
    trpc.check.availability.queryOptions({ type, id, range }, { placeholderData: keepPreviousData }),
  );
  const weeks = useQuery(trpc.check.availability.queryOptions({ type, id, range: "30d" }, { enabled: compares }));
  return (
    <>
      <CheckedParts record={record} />
      <div className="mt-7 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segment
          label="Zeitraum"
          options={availabilityRangeNames.map((value) => ({ value, label: availabilityRanges[value] }))}
          value={range}
          onChange={(value) => change({ range: value === "24h" ? "" : value })}
        />
        {(range === "24h" || range === "7d") && (
          <Checkbox
            label="Mit der Woche davor vergleichen"
            checked={compares}
            onChange={(event) => change({ compare: event.target.checked ? "1" : "" })}
            className="text-ui"
          />
        )}
        {query.data && (
          <Button
            size="sm"
            icon={Download}
            className="ml-auto"
            onClick={() => query.data && saveCsv(query.data, record.title)}
          >
            CSV
          </Button>
        )}
      </div>
      <QueryPanel query={query} failure="Die Verfügbarkeit konnte nicht geladen werden." rows={6}>
        {(availability) => (
          <>
            <Section
              title={`Verfügbarkeit ${rangeLabels[availability.range]}`}
              aside={
                <span className="num font-semibold text-text-1">
                  {availability.uptime === null ? "–" : formatPercent(availability.uptime / 10_000)}
                </span>
              }
            >
              <AvailabilityStrip availability={availability} />
            </Section>
            <Section title="Antwortzeit" className="mt-11">
              {availability.points.some(({ phases }) => phases.total !== undefined) ? (
                <ResponseChart availability={availability} weekBefore={compares ? weeks.data : undefined} />
              ) : (
                <p className="py-4 text-text-2">In diesem Zeitraum wurde keine Antwort gemessen.</p>
              )}
            </Section>
            {availability.byVantagePoint.length > 1 && (
              <Section title="Antwortzeit je Messpunkt" className="mt-11">
                <VantageChart availability={availability} />
              </Section>
            )}
            <Marks availability={availability} />
            <AvailabilityTable availability={availability} />
          </>
        )}
      </QueryPanel>
    </>
  );
}

/** The incidents of the time that is looked at, the newest first. */
function Marks({ availability: { incidents, windows, to } }: { availability: Availability }) {
  const marks = [
    ...incidents.map((mark) => ({ ...mark, word: "Störung" })),
    ...windows.map((mark) => ({ ...mark, word: "Wartung" })),
  ].sort((one, other) => other.from.getTime() - one.from.getTime());
  if (marks.length === 0) return null;
  return (
    <Section title="Störungen und Wartung" className="mt-11">
      <ul>
        {marks.map((mark) => (
          <MarkRow key={`${mark.word} ${mark.id}`} mark={mark} word={mark.word} until={to} />
        ))}
      </ul>
    </Section>
  );
}

function MarkRow({
  mark: { title, href, from, to },
  word,
  until,
}: {
  mark: AvailabilityMark;
  word: string;
  until: Date;
}) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b py-2 text-ui">
      <time dateTime={from.toISOString()} className="num w-36 flex-none text-text-3">
        {formatDateTime(from)}
      </time>
      <span className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
        <span className="sr-only">{word}: </span>
        {href ? (
          <Link to={href} className={linkClass}>
            {title}
          </Link>
        ) : (
          title
        )}
      </span>
      <span className="num flex-none text-text-2">
        {durationText((to ?? until).getTime() - from.getTime())}
        {!to && ", läuft noch"}
      </span>
    </li>
  );
}

/** Hands the figures over as a file, as they are on screen. */
function saveCsv(availability: Availability, title: string): void {
  const url = URL.createObjectURL(new Blob([availabilityCsv(availability)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `Verfügbarkeit ${title.replace(/[^\p{L}\p{N} .-]+/gu, " ").trim()} ${availability.range}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

import { checkStatuses } from "../../../contract/checks/status.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { addDays } from "../../../contract/time/today.ts";
import { formatPercent } from "../../lib/format.ts";
import { portalToday } from "../../lib/time/portal-clock.ts";
import { formatDay } from "../../records/values/format-value.ts";
import { edgeSentence } from "../../ui/status/edge.tsx";
import { EdgeReader } from "../../ui/status/edge-reader.tsx";
import { uptimeText } from "./record-values.tsx";
import { daysOf, targetOf } from "./strip-edges.tsx";
import { useStrip } from "./use-strip.ts";

/** The last thirty days on the head of a page, where each of them can be read. Nothing where nothing was ever measured. */
export function HeadEdge({ record }: { record: RecordRow }) {
  const strip = useStrip(targetOf(record), record.id);
  if (!strip) return <div className="h-[13px]" />;
  const days = daysOf(record, strip);
  const figure = uptimeText(record);
  const today = portalToday();
  const details = days.map((state, index) => {
    const uptime = strip.uptimes[index] ?? null;
    const day = formatDay(addDays(today, index + 1 - days.length));
    return `${day}: ${checkStatuses[state]}${uptime === null ? "" : `, ${formatPercent(uptime / 10_000)}`}`;
  });
  return <EdgeReader segments={days} details={details} label={edgeSentence(days, { ...(figure && { figure }) })} />;
}

import { type CheckTargetType, checkTargetTypes } from "../../../contract/checks/kinds.ts";
import { type CheckStatus, checkStatuses } from "../../../contract/checks/status.ts";
import { type Strip, stripDays } from "../../../contract/checks/strips.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { addDays } from "../../../contract/time/today.ts";
import { formatPercent } from "../../lib/format.ts";
import { portalToday } from "../../lib/time/portal-clock.ts";
import type { OwnValueProps } from "../../records/record-ui.tsx";
import { formatDay } from "../../records/values/format-value.ts";
import { Edge, type EdgeProps, edgeSentence } from "../../ui/status/edge.tsx";
import { EdgeReader } from "../../ui/status/edge-reader.tsx";
import { statusOf, uptimeText } from "./record-values.tsx";
import { useStrip } from "./use-strip.ts";

const unknown: readonly CheckStatus[] = Array<CheckStatus>(stripDays).fill("unknown");
const worse: readonly CheckStatus[] = ["offline", "degraded", "maintenance"];

/** The days of a record; today is at least as bad as it is right now, which the sums of whole hours do not know yet. */
function daysOf(record: RecordRow, strip: Strip | null | undefined): readonly CheckStatus[] {
  const days = strip?.days ?? unknown;
  const now = statusOf(record);
  const today = days.at(-1) ?? "unknown";
  if (!now || !worse.includes(now)) return days;
  const isKnownWorse = worse.includes(today) && worse.indexOf(today) <= worse.indexOf(now);
  return isKnownWorse ? days : [...days.slice(0, -1), now];
}

const targetOf = ({ type }: RecordRow): CheckTargetType => (isOneOf(checkTargetTypes, type) ? type : "website");

interface StripEdgeProps {
  record: RecordRow;
  size: NonNullable<EdgeProps["size"]>;
  className?: string;
}

/** The last thirty days on the lower edge of a thing, in lists. */
export function StripEdge({ record, size, className }: StripEdgeProps) {
  const days = daysOf(record, useStrip(targetOf(record), record.id));
  const figure = uptimeText(record);
  return (
    <Edge segments={days} size={size} className={className} label={edgeSentence(days, { ...(figure && { figure }) })} />
  );
}

/** On a phone the edge is the line below the row. */
export const CardEdge = ({ record }: { record: RecordRow }) => <StripEdge record={record} size="phone" />;

/** Thirty days and what they come to. */
export function UptimeValue({ record, variant }: OwnValueProps) {
  const text = uptimeText(record);
  if (variant === "page" || (!text && statusOf(record) === "unknown"))
    return text ? <span className="num">{text}</span> : <span className="text-text-3">–</span>;
  return (
    <span className="flex items-end justify-end gap-3">
      <StripEdge record={record} size="cell" />
      <span className={text ? "num w-[52px] leading-4" : "w-[52px] leading-4 text-text-3"}>{text ?? "–"}</span>
    </span>
  );
}

/** The same on the head of a page, where each day can be read. Nothing where nothing was ever measured. */
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

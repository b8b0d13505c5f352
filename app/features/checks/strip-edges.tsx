import { type CheckTargetType, checkTargetTypes } from "../../../contract/checks/kinds.ts";
import type { CheckStatus } from "../../../contract/checks/status.ts";
import { type Strip, stripDays } from "../../../contract/checks/strips.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import type { OwnValueProps } from "../../records/record-ui.tsx";
import { Edge, type EdgeProps, edgeSentence } from "../../ui/status/edge.tsx";
import { statusOf, uptimeText } from "./record-values.tsx";
import { useStrip } from "./use-strip.ts";

const unknown: readonly CheckStatus[] = Array<CheckStatus>(stripDays).fill("unknown");
const worse: readonly CheckStatus[] = ["offline", "degraded", "maintenance"];

/** The days of a record; today is at least as bad as it is right now, which the sums of whole hours do not know yet. */
export function daysOf(record: RecordRow, strip: Strip | null | undefined): readonly CheckStatus[] {
  const days = strip?.days ?? unknown;
  const now = statusOf(record);
  const today = days.at(-1) ?? "unknown";
  if (!now || !worse.includes(now)) return days;
  const isKnownWorse = worse.includes(today) && worse.indexOf(today) <= worse.indexOf(now);
  return isKnownWorse ? days : [...days.slice(0, -1), now];
}

export const targetOf = ({ type }: RecordRow): CheckTargetType => (isOneOf(checkTargetTypes, type) ? type : "website");

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

import type { RecordRow } from "../../../contract/records/rows.ts";
import { formatMs } from "../../lib/format.ts";
import { StatusValue, statusOf, uptimeText } from "./record-values.tsx";

/** At the name of a card: the state where it is not well, else how fast it answers. */
export function StatusState({ record }: { record: RecordRow }) {
  const { responseTimeMs } = record.values;
  if (statusOf(record) === "online" && typeof responseTimeMs === "number")
    return <span className="num">{formatMs(responseTimeMs)}</span>;
  return <StatusValue record={record} variant="cell" />;
}

/** Below it the availability. */
export const UptimeFact = ({ record }: { record: RecordRow }) => uptimeText(record) ?? null;

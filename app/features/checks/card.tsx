import type { RecordRow } from "../../../contract/records/rows.ts";
import { formatMs } from "../../lib/format.ts";
import { StatusValue, statusOf, uptimeText } from "./record-values.tsx";

/** A card on a phone: the state where it is not well, else how fast it answers; below it the availability. */
export function StatusAside({ record }: { record: RecordRow }) {
  const { responseTimeMs } = record.values;
  const uptime = uptimeText(record);
  const isWell = statusOf(record) === "online" && typeof responseTimeMs === "number";
  return (
    <>
      {isWell ? (
        <span className="num">{formatMs(responseTimeMs)}</span>
      ) : (
        <StatusValue record={record} variant="cell" />
      )}
      {uptime && <span className="num block text-note text-text-3">{uptime}</span>}
    </>
  );
}

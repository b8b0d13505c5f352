import type { RecordRow } from "../../../contract/records/rows.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { TermEdge } from "../../ui/status/term-edge.tsx";
import { useRecordUi } from "../record-ui.tsx";
import type { Term } from "../term.ts";
import { formatDay } from "../values/format-value.ts";

/** The lower edge of a record's head, which shows its term; a rule where it has none. */
export function RecordEdge({ record }: { record: RecordRow }) {
  const { term: termOf } = useRecordUi(record.type);
  const term = termOf?.(record, portalDate(new Date()));
  return <div className="mt-2">{term && <TermLine term={term} />}</div>;
}

function TermLine({ term: { from, to, note, urgency, label, ...places } }: { term: Term }) {
  return (
    <>
      {/* The edge says the same to those who do not see it. */}
      <div aria-hidden="true" className="num flex items-end justify-between gap-x-6 pb-2 text-meta text-text-3">
        <span className="max-md:hidden">{formatDay(from)}</span>
        <span className="text-text-1 md:ml-auto">
          {note} <b className="font-semibold">{urgency}</b>
        </span>
        <span>{formatDay(to)}</span>
      </div>
      <TermEdge label={label} {...places} />
    </>
  );
}

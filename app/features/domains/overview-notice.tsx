import type { RecordRow } from "../../../contract/records/rows.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { isEndangered, registrationOf } from "./registration-value.tsx";

const Rescue = lazyPart(
  async () => (await import("./rescue.tsx")).Rescue,
  <div className="mb-6 h-[186px] rounded-10 bg-bad-soft" />,
);

/** What needs somebody before anything else about a domain. */
export function DomainNotice({ record }: { record: RecordRow }) {
  return (
    <>
      {isEndangered(registrationOf(record)) && <Rescue domain={record} />}
      <DecisionBar record={record} />
    </>
  );
}

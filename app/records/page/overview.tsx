import type { RecordRow } from "../../../contract/records/rows.ts";
import { useRecordUi } from "../record-ui.tsx";
import { KeyData } from "./key-data.tsx";
import { Notes } from "./notes.tsx";

/** The tab „Übersicht“. */
export function Overview({ record }: { record: RecordRow }) {
  const { OverviewNotice, isMonitored } = useRecordUi(record.type);
  return (
    <>
      {OverviewNotice && <OverviewNotice record={record} />}
      <KeyData record={record} />
      <Notes record={record} />
      {isMonitored && (
        <p className="mt-7 text-note text-text-3">Status, Antwortzeit und Verfügbarkeit kommen mit der Überwachung.</p>
      )}
    </>
  );
}

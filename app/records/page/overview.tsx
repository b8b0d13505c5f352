import type { RecordRow } from "../../../contract/records/rows.ts";
import { DecisionBar } from "../../features/domains/decision-bar.tsx";
import { KeyData } from "./key-data.tsx";
import { Notes } from "./notes.tsx";

/** The tab „Übersicht“. */
export function Overview({ record }: { record: RecordRow }) {
  return (
    <>
      {record.type === "domain" && <DecisionBar record={record} />}
      <KeyData record={record} />
      <Notes record={record} />
      {(record.type === "website" || record.type === "host") && (
        <p className="mt-7 text-note text-text-3">Status, Antwortzeit und Verfügbarkeit kommen mit der Überwachung.</p>
      )}
    </>
  );
}
